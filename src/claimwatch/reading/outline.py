"""The headings above a place, while a page is read from its top."""

from __future__ import annotations

from collections.abc import Callable


class Outline:
    """Two paths of headings, since those of the navigation head nothing in the main content. `base` are headings above all that is read."""

    def __init__(self, base: tuple[str, ...] = ()) -> None:
        self._base = base
        self._paths: dict[bool, tuple[tuple[int, str], ...]] = {True: (), False: ()}
        self._floors = {True: 0, False: 0}
        self._texts = {True: base, False: base}

    def path(self, is_main: bool) -> tuple[str, ...]:  # the key of the two paths
        """The headings above this place, outermost first."""
        return self._texts[is_main]

    def open(self, level: int, text: str, *, is_main: bool) -> tuple[str, ...]:
        """A heading begins; gives the headings above it."""
        path, floor = self._paths[is_main], self._floors[is_main]
        while len(path) > floor and path[-1][0] >= level:
            path = path[:-1]
        above = self._base + tuple(t for _, t in path)
        self._set(is_main, (*path, (level, text)), floor)
        return above

    def enclose(self, is_main: bool) -> Callable[[], None]:
        """From here, headings stand below the present one whatever their level, and until the function given back is called."""
        before = self._paths[is_main], self._floors[is_main]
        self._floors[is_main] = len(before[0])
        return lambda: self._set(is_main, *before)

    def leave_all(self, is_main: bool) -> Callable[[], None]:
        """From here, no heading is above, until the function given back is called."""
        before = self._paths[is_main], self._floors[is_main]
        self._set(is_main, (), 0)
        return lambda: self._set(is_main, *before)

    def _set(self, is_main: bool, path: tuple[tuple[int, str], ...], floor: int) -> None:
        self._paths[is_main], self._floors[is_main] = path, floor
        self._texts[is_main] = self._base + tuple(t for _, t in path)
