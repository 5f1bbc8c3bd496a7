"""Which target reaches which, as sets of bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Graph:
    """Nodes are numbers; an edge leads from a target to a dep. Cycles are allowed."""

    def __init__(self, edges: list[list[int]]) -> None:
        self._edges = edges
        self._users: list[list[int]] = [[] for _ in edges]
        for node, deps in enumerate(edges):
            for dep in deps:
                self._users[dep].append(node)
        self.cycles: list[list[int]] = []
        self._below = self._closures(edges, self.cycles)
        self._above = self._closures(self._users, [])

    def below(self, node: int) -> int:
        """The node and all that it reaches."""
        return self._below[node]

    def above(self, node: int) -> int:
        """The node and all that reach it."""
        return self._above[node]

    def users(self, node: int) -> list[int]:
        return self._users[node]

    def path(self, start: int, end: int) -> list[int]:
        """The shortest way down from start to end, both included; empty where there is none."""
        before = {start: start}
        row = [start]
        while row and end not in before:
            following = []
            for node in row:
                for dep in self._edges[node]:
                    if dep not in before:
                        before[dep] = node
                        following.append(dep)
            row = following
        if end not in before:
            return []
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]

    def distances(self, node: int) -> dict[int, int]:
        """How far above the node each of its users is."""
        found = {node: 0}
        row = [node]
        while row:
            following = []
            for one in row:
                for user in self._users[one]:
                    if user not in found:
                        found[user] = found[one] + 1
                        following.append(user)
            row = following
        return found

    @staticmethod
    def _closures(edges: list[list[int]], cycles: list[list[int]]) -> list[int]:
        """Tarjan's strongly connected components, without recursion; a component shares one closure."""
        count = len(edges)
        index = [-1] * count
        low = [0] * count
        on_stack = [False] * count
        closure = [0] * count
        stack: list[int] = []
        number = 0
        for root in range(count):
            if index[root] >= 0:
                continue
            work: list[tuple[int, Iterator[int]]] = [(root, iter(edges[root]))]
            index[root] = low[root] = number
            number += 1
            stack.append(root)
            on_stack[root] = True
            while work:
                node, rest = work[-1]
                for dep in rest:
                    if index[dep] < 0:
                        index[dep] = low[dep] = number
                        number += 1
                        stack.append(dep)
                        on_stack[dep] = True
                        work.append((dep, iter(edges[dep])))
                        break
                    if on_stack[dep]:
                        low[node] = min(low[node], index[dep])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        component = []
                        while True:
                            one = stack.pop()
                            on_stack[one] = False
                            component.append(one)
                            if one == node:
                                break
                        bits = 0
                        for one in component:
                            bits |= 1 << one
                            for dep in edges[one]:
                                bits |= closure[dep]
                        for one in component:
                            closure[one] = bits
                        if len(component) > 1 or node in edges[node]:
                            cycles.append(sorted(component))
        return closure


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(nodes: Iterable[int]) -> int:
    mask = 0
    for node in nodes:
        mask |= 1 << node
    return mask
