"""WordPress's shortcodes as a reader saw them: words stay, machinery goes.

A bracket is a shortcode only if WordPress or a usual plug-in knows it, if it is closed, or if
it has attributes; ``[sic]`` and ``[1]`` are the author's own brackets.
"""

import base64
import html
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import unquote

# What a gallery with these attributes shows, as HTML.
Gallery: TypeAlias = Callable[[Mapping[str, str]], str]

_ATTRIBUTE = re.compile(
    r"""(?P<key>[\w-]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'\]]+))"""
)
_OPENING = re.compile(
    r"\[(?P<escaped>\[)?(?P<name>[a-zA-Z][\w-]{0,40})"
    r"""(?P<attributes>(?:\s+(?:[^\[\]"']|"[^"]*"|'[^']*'){0,1000})?)\](?P<end>\])?(?!\()"""
)
_LANGUAGES = (
    "actionscript applescript bash c clojure coldfusion cpp csharp css delphi diff erlang fsharp "
    "go groovy haskell html java javafx javascript js json lisp lua matlab objc perl php "
    "plain powershell python r rails ruby rust scala sh shell sql swift text typescript vb xml yaml"
)
_CODE_NAMES = "cc code codeblock highlight pre prettify source sourcecode"
# Shown in place of themselves without words of the author's.
_WORDLESS_NAMES = (
    "ad adrotate archives audio blog_subscription_form contact-field contact-form contact-form-7 "
    "contact_form display-posts footnote_display footnotes formidable googlemaps gravityform "
    "instagram jetpack_subscription_form mailchimp mc4wp_form ninja_form ninja_forms paypal "
    "playlist recent-posts related_posts share slideshare slideshow sociallinks subscribe "
    "tag_cloud toc vc_raw_js video wpforms wpvideo"
)
# Their text is the address of something that is shown there.
_LINK_NAMES = "embed facebook flickr gist soundcloud spotify tweet twitter vimeo youtube"
_NOTE_NAMES = "efn_note fn footnote mfn ref"
# Attributes whose words are shown; a switch that is set in one of them is no word.
_WORDY = ("title", "heading", "text", "button_text")
_SWITCHES = frozenset({"", "true", "false", "yes", "no", "on", "off", "0", "1"})
_CODE_LANGUAGES = frozenset(_LANGUAGES.split())
_CODE = frozenset(_CODE_NAMES.split())
_WORDLESS = frozenset(_WORDLESS_NAMES.split())
_LINKS = frozenset(_LINK_NAMES.split())
_NOTES = frozenset(_NOTE_NAMES.split())
_CLOSING = re.compile(r"\[/(?P<name>[a-zA-Z][\w-]{0,40})\s*\]")
# More than any author writes; a text with more is left as it stands.
_MOST_BRACKETS = 50_000
_MOST_DEPTH = 8
_MEMBERS = re.compile(
    r"\[(?:members?|members[_-]only|member[_-]content|mepr-\w+|restrict(?:ed)?|private|protected|"
    r"paid[_-]content|premium[_-]?content|subscribers?[_-]only|membership|pmpro_member\w*|"
    r"wcm_restrict|s2If|ihc-hide-content|loggedin)\b[^\[\]]{0,500}\]",
    re.IGNORECASE,
)
# What such a shortcode is called by other plug-ins, if it encloses a text; and by its opposite.
_FOR_SOME_NAMES = (
    "logged loggedin member memberful members membership paid passster password paywall premium "
    "private protect protected protector restrict restricted subscriber subscribers"
)
_FOR_SOME = frozenset(_FOR_SOME_NAMES.split())
_FOR_OTHERS = frozenset({"non", "not", "out"})


def is_for_members(text: str) -> bool:
    """Whether a part of a text is shown to members alone."""
    enclosing = ({*re.split("[_-]", found["name"].lower())} for found in _CLOSING.finditer(text))
    return bool(_MEMBERS.search(text)) or any(
        parts & _FOR_SOME and not parts & _FOR_OTHERS for parts in enclosing
    )


def no_gallery(attributes: Mapping[str, str]) -> str:
    return ""


def render_shortcodes(text: str, gallery: Gallery = no_gallery, *, depth: int = 0) -> str:
    """``gallery``: what a gallery with these attributes shows, as HTML."""
    if text.count("[") > _MOST_BRACKETS:
        return text
    closings: defaultdict[str, list[re.Match[str]]] = defaultdict(list)
    for closing in _CLOSING.finditer(text):
        closings[closing["name"]].append(closing)
    parts: list[str] = []
    at = 0
    while found := _OPENING.search(text, at):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["escaped"]:
            inside = found[0].removeprefix("[").removesuffix("]") if found["end"] else found[0]
            parts.append(inside.replace("[", "&#91;"))
            continue
        # One bracket more belongs to the text around it.
        at -= 1 if found["end"] else 0
        later = closings[found["name"]]
        later = later[bisect_left(later, at, key=re.Match.start) :][:1]
        content = text[at : later[0].start()] if later else None
        shown = _shown(found, content, gallery, depth)
        if shown is None:
            parts.append(text[found.start() : at])
            continue
        parts.append(shown)
        at = later[0].end() if later else at
    return "".join(parts) + text[at:]


def _shown(found: re.Match[str], content: str | None, gallery: Gallery, depth: int) -> str | None:
    """What stands in place of a shortcode; None where it is none."""
    name, attributes = found["name"].lower(), _attributes(found["attributes"])
    if content is not None and (name in _CODE or name in _CODE_LANGUAGES):
        return _code(name, attributes, content)
    if name == "latex" and content is not None:
        return f'<span class="math">\\({content}\\)</span>'
    if name == "gallery":
        return gallery(attributes)
    if name in _WORDLESS:
        return ""
    if name in _LINKS:
        address = (content or "").strip() or attributes.get("url", "") or attributes.get("src", "")
        return f"\n\n{address}\n\n"
    if name == "vc_raw_html" and content is not None:
        return _unpacked(content)
    inner = (
        render_shortcodes(content, gallery, depth=depth + 1)
        if content and depth < _MOST_DEPTH
        else content
    )
    if name in {"caption", "wp_caption"} and inner is not None:
        return _figure(inner, attributes.get("caption", ""))
    if name in _NOTES and inner is not None:
        return f" ({inner.strip()})"
    if inner is not None:
        return _titled(attributes) + inner
    return _titled(attributes) if attributes else None


def _figure(inner: str, caption: str) -> str:
    """The caption stands in an attribute, or behind the picture as WordPress 3.4 began to."""
    picture = re.match(r"\s*((?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:</a>)?)", inner, re.IGNORECASE)
    words = caption or (inner[picture.end() :].strip() if picture else inner)
    shown = picture[1] if picture else ""
    return f"<figure>{shown}<figcaption>{words}</figcaption></figure>"


def _code(name: str, attributes: dict[str, str], content: str) -> str:
    language = attributes.get("language") or attributes.get("lang") or ""
    if not language and name in _CODE_LANGUAGES:
        language = name
    marked = f' class="language-{html.escape(language)}"' if language else ""
    # Editors store code escaped or not; both show the same.
    text = html.escape(html.unescape(content.strip("\n")), quote=False)
    return f"<pre><code{marked}>{text}</code></pre>"


def _titled(attributes: dict[str, str]) -> str:
    """Boxes, tabs and toggles show their title above their text; a button has nothing else."""
    found = (attributes.get(name, "").strip() for name in _WORDY)
    titles = dict.fromkeys(title for title in found if title.lower() not in _SWITCHES)
    return "".join(f"<p><strong>{title}</strong></p>\n" for title in titles)


def _unpacked(content: str) -> str:
    """HTML as a page builder packs it, so that no editor touches it."""
    try:
        return unquote(base64.b64decode(content.strip(), validate=True).decode())
    except ValueError:
        return ""


def _attributes(text: str) -> dict[str, str]:
    return {
        found["key"].lower(): found["double"] or found["single"] or found["bare"] or ""
        for found in _ATTRIBUTE.finditer(text)
    }
