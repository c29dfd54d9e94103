/* The mathematics of the book, as sinpe_lib.encoding and sinpe_lib.attention have it.

   Math.pow and not **: engines compute the operator with another last bit. */

export const frequencies = (width, base = 10000) =>
  Array.from({ length: width / 2 }, (_, pair) => base ** ((-2 * pair) / width));

/** The encoding of one real position: the sine and the cosine of every pair in turn. */
export const row = (position, width, base) =>
  frequencies(width, base).flatMap((w) => [Math.sin(w * position), Math.cos(w * position)]);

export const dot = (a, b) => a.reduce((sum, each, place) => sum + each * b[place], 0);

/** The dot product of two rows that are an offset apart. */
export const similarity = (offset, width, base) =>
  frequencies(width, base).reduce((sum, w) => sum + Math.cos(w * offset), 0);

/** The distance of two rows that are an offset apart, pair by pair. */
export const pairDistances = (offset, width, base) =>
  frequencies(width, base).map((w) => 2 * Math.abs(Math.sin((w * offset) / 2)));

export function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** The product of two matrices. */
export const times = (rows, matrix) =>
  rows.map((each) =>
    matrix[0].map((_, column) =>
      dot(
        each,
        matrix.map((line) => line[column]),
      ),
    ),
  );

/** The outputs of a layer of attention with one head, one for each row. */
export function attend(rows, wQuery, wKey, wValue) {
  const [query, key, value] = [wQuery, wKey, wValue].map((matrix) => times(rows, matrix));
  const root = Math.sqrt(key[0].length);
  return times(
    query.map((q) => softmax(key.map((k) => dot(q, k) / root))),
    value,
  );
}
