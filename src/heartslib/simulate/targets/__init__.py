"""The processors that the kernel runs on.

A target has a decorator and its own form of a dozen short functions (`python` says what each does);
the functions of the kernel are written once, in `heartslib.simulate.kernel`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any


def compiled(jit: Callable[[Any, bool], Any], own: Mapping[str, Any]) -> SimpleNamespace:
    """The kernel's functions for a target.

    Args:
        jit: Compiles a function; whether into those that call it.
        own: The target's form of what the kernel imports.
    """
    from heartslib.simulate import kernel  # noqa: PLC0415 - it imports a target

    scope = {**vars(kernel), **own}
    for name, inline in kernel.FUNCTIONS.items():
        if name in own:
            continue
        plain = scope[name]
        function = FunctionType(plain.__code__, scope, name)
        function.__qualname__, function.__module__ = name, plain.__module__
        scope[name] = jit(function, inline)
    return SimpleNamespace(**{name: scope[name] for name in kernel.FUNCTIONS})
