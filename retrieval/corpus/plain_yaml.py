"""YAML whose scalars stay the text that their author wrote, so that no date slides."""

from itertools import chain
from typing import Any

import yaml

MAX_UNFOLDED_CHARS = 200_000


class PlainLoader(yaml.SafeLoader):
    """Keeps every scalar as written; only an empty value and ``null`` are nothing."""

    yaml_implicit_resolvers = {
        first: [pair for pair in pairs if pair[0].endswith((":null", ":merge"))]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As YAML's rules have it: a key that stands twice is a fault, not a choice."""
        # Of "draft: true" and a later "draft: false", PyYAML would keep the later one.
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen and isinstance(key, yaml.ScalarNode):
                raise yaml.MarkedYAMLError(
                    problem=f"the key {key.value!r} stands twice; keep one of them.",
                    problem_mark=key.start_mark,
                )
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def read_yaml(raw: str) -> Any:
    """Plain values; a few lines of aliases to aliases could stand for gigabytes."""
    loader = PlainLoader(raw)
    root = loader.get_single_node()
    if root is None:
        return None
    if _unfolded(root, {}) > MAX_UNFOLDED_CHARS:
        raise yaml.MarkedYAMLError(
            problem="its aliases stand for too much text; write out what they stand for.",
            problem_mark=root.start_mark,
        )
    return loader.construct_document(root)


def _unfolded(node: yaml.Node, known: dict[int, int]) -> int:
    """How many characters a value has when every alias in it is written out."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value) + 1
    if id(node) not in known:
        # One that holds itself never ends.
        known[id(node)] = MAX_UNFOLDED_CHARS + 1
        pairs = isinstance(node, yaml.MappingNode)
        inner = chain.from_iterable(node.value) if pairs else iter(node.value)
        known[id(node)] = 1 + sum(_unfolded(one, known) for one in inner)
    return known[id(node)]
