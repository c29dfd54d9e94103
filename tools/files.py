"""How tools write files."""

import os
import tempfile


def write_atomically(path, content, mode=0o644):
    """Write a file of text or bytes whole or not at all; what was there stays until then.

    A file that was there keeps its mode; a new one gets `mode`.
    """
    path = path.resolve()  # a link stays a link
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode if path.exists() else mode
    content = content if isinstance(content, bytes) else content.encode()
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.chmod(file.name, mode)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
