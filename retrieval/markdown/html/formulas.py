"""Finds the TeX of a formula, however a page carries it."""

import re
from collections.abc import Iterator

from retrieval.markdown.html.marks import mark
from retrieval.markdown.html.seen import is_formula_script
from retrieval.markdown.html.tree import Element, all_text, classes_of, name_of

_DELIMITED = re.compile(r"\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.+)\$\$|\$(.+)\$)\s*", re.DOTALL)
_UNSAFE_PAIR = re.compile(r"\{(?=[{%#])|%(?=%)|<(?=[A-Za-z/!?])")


def formula_of(element: Element) -> str | None:
    """A formula between dollar signs, marked; None where the element is no formula."""
    name = name_of(element)
    classes = classes_of(element)
    if is_formula_script(element):
        return _formula(element.text or "", apart="display" in (element.get("type") or ""))
    if name == "math":
        return _of_mathml(element, apart=element.get("display") == "block")
    if "katex-display" in classes or "katex" in classes:
        return _of_mathml(element, apart="katex-display" in classes)
    if "math" in classes or "tex" in classes:
        return _of_delimited(all_text(element))
    return None


def _of_mathml(element: Element, *, apart: bool) -> str | None:
    texts = [element.get("alttext"), *_annotations(element)]
    source = next((text for text in texts if text and text.strip()), "")
    if not source:
        return _of_delimited(all_text(element))
    return _formula(_bare(source), apart=apart)


def _annotations(element: Element) -> Iterator[str | None]:
    for one in element.iter():
        if name_of(one) == "annotation" and "tex" in (one.get("encoding") or "").lower():
            yield one.text
        elif name_of(one) == "math":
            yield one.get("alttext")


def _of_delimited(text: str) -> str | None:
    found = _DELIMITED.fullmatch(text)
    if found is None:
        return None
    return _formula(next(filter(None, found.groups()), ""), apart=bool(found[2] or found[3]))


def _bare(source: str) -> str:
    """Without the ``{\\displaystyle …}`` that one wiki wraps every formula in."""
    found = re.fullmatch(r"\s*\{\\(?:display|text)style (.*)\}\s*", source, re.DOTALL)
    return found[1] if found else source


def _formula(source: str, *, apart: bool) -> str | None:
    tex = " ".join(source.split())
    if not tex or re.search(r"(?<!\\)\$", tex) or tex.endswith("\\"):
        return None
    # A space changes nothing in a formula, and keeps it from being read as a template or a tag.
    tex = _UNSAFE_PAIR.sub(lambda one: f"{one[0]} ", tex)
    return mark(f"$${tex}$$" if apart else f"${tex}$")
