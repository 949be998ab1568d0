"""What a text that people write may have in it: a name, a question, one of its answers."""

import re
import unicodedata

_JOINERS = "\u200c\u200d"
# An emoji tag sequence: a flag, the code of a part of a country in tags (gbeng), and the end of it. Unicode
# knows of no others (UTS #51, annex C), and elsewhere a tag is a letter that nobody sees.
_FLAG = re.compile(
    "\U0001f3f4"
    "(?:[\U000e0061-\U000e007a]{2}|[\U000e0030-\U000e0039]{3})"
    "[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}"
    "\U000e007f"
)


def is_plain(text: str) -> bool:
    """No control character, none that turns the direction of what follows, none that hides.

    Spaces of every width are plain, and so are the joiners and tags that names and emoji have in them.
    """
    return text.isprintable() or all(map(_is_plain, _FLAG.sub("", text)))


def _is_plain(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
