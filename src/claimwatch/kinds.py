"""Registries of kinds: a name from a user is looked up here, and never becomes a module, a class or a path."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import TypeVar

from claimwatch.errors import UnknownKindError

T = TypeVar("T", bound=type)


class Registry:
    """The kinds of one package by name. `load` imports the package's modules, so that a new kind is one new file."""

    def __init__(self, package: str, noun: str) -> None:
        self._package, self._noun = package, noun
        self._kinds: dict[str, type] = {}
        self._is_loaded = False

    def register(self, name: str) -> Callable[[T], T]:
        """A class decorator. Raises ValueError when the name is taken."""

        def put(kind: T) -> T:
            if name in self._kinds:
                raise ValueError(f"two kinds of {self._noun} are called {name!r}")
            self._kinds[name] = kind
            return kind

        return put

    def load(self) -> None:
        """Imports every module of the package once."""
        if not self._is_loaded:
            self._is_loaded = True
            package = importlib.import_module(self._package)
            for module in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{self._package}.{module.name}")

    def get(self, name: str) -> type:
        """The kind of that name; UnknownKindError with the nearest one in its hint."""
        self.load()
        if name not in self._kinds:
            from claimwatch.text.nearest import nearest

            near = nearest(name, self._kinds)
            raise UnknownKindError(f"there is no {self._noun} called {name!r}", hint=f"did you mean {near!r}?" if near else None)
        return self._kinds[name]

    def __iter__(self) -> Iterator[tuple[str, type]]:
        self.load()
        return iter(sorted(self._kinds.items()))
