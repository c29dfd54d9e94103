/* Tones that last while the picture moves: Web Audio, from nothing but frequencies. */

const FADE = 0.03; // seconds: a jump would click

/** Return {play(tones), close}; a tone is {frequency in hertz, gain from 0 to 1}. */
export function startSound() {
  const context = new AudioContext();
  const voices = [];
  const play = (tones) => {
    while (voices.length < tones.length) {
      const [oscillator, volume] = [context.createOscillator(), context.createGain()];
      volume.gain.value = 0;
      oscillator.connect(volume).connect(context.destination);
      oscillator.start();
      voices.push([oscillator, volume]);
    }
    voices.forEach(([oscillator, volume], place) => {
      const { frequency = 0, gain = 0 } = tones[place] ?? {};
      if (gain) oscillator.frequency.setTargetAtTime(frequency, context.currentTime, FADE);
      volume.gain.setTargetAtTime(gain, context.currentTime, FADE);
    });
  };
  return { play, close: () => context.close() };
}
