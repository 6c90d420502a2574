"""The sandbox of this machine, as a run asks for it. In: the environment; out: a `Sandbox`, once why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cvpress.telling import tell
from cvpress.typeset import sandbox


@dataclass(slots=True)
class Shield:
    """The machine's sandbox, looked for when it is first asked for; why there is none is told then, once."""

    environment: Mapping[str, str]
    found: sandbox.Sandbox | None = None

    def __call__(self) -> sandbox.Sandbox:
        if self.found is None:
            self.found = sandbox.detect(self.environment)
            if self.found.problem:
                tell(self.found.problem, self.environment)
        return self.found
