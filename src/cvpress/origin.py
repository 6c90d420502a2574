"""Where this cvpress came from. In: its installation record. Out: the line of a requirements file that gets it again.

`cvpress new` writes the line into a person's own repository, so that CI there installs the same cvpress. A bare name
would not do: whoever owns that name on the package index would be run, which need not be us.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from cvpress import process

_TIMEOUT = 30.0  # seconds; git answers from the disk


def requirement(record: str | None, version: str, env: Mapping[str, str]) -> str | None:
    """A pinned requirement, or None when CI could not reach where this came from (a folder without a remote).

    `record` is the text of direct_url.json (PEP 610), None for an installation from an index.
    """
    if record is None:
        return f"cvpress=={version}"
    parsed = json.loads(record)
    url = str(parsed["url"])
    if "vcs_info" in parsed:
        return _from_git(url, str(parsed["vcs_info"]["commit_id"]))
    if "dir_info" in parsed:
        return _from_folder(Path(unquote(urlsplit(url).path)), env)
    return f"cvpress @ {_public(url)}" if url.startswith("https://") else None


def installed(env: Mapping[str, str]) -> str | None:
    """`requirement` of the cvpress that runs; None also when it runs without being installed."""
    try:
        own = metadata.distribution("cvpress")
    except metadata.PackageNotFoundError:
        return None
    return requirement(own.read_text("direct_url.json"), own.version, env)


def manual(env: Mapping[str, str]) -> str:
    """The address below which this cvpress's own documentation lies, with a slash at its end; "" when it is unknown."""
    found = re.fullmatch(r"cvpress @ git\+(https://.*?)(?:\.git)?@([0-9a-f]{7,64})", installed(env) or "")
    return f"{found[1]}/blob/{found[2]}/" if found else ""


def _from_folder(folder: Path, env: Mapping[str, str]) -> str | None:
    """The remote and commit of a checkout; changes that are not committed there are not in it."""
    if not folder.is_dir() or process.find("git", env) is None:
        return None
    answers = []
    for question in (("remote", "get-url", "origin"), ("rev-parse", "HEAD")):
        done = process.run(["git", *question], cwd=folder, env=env, timeout=_TIMEOUT)
        if done.returncode != 0:
            return None
        answers.append(done.output.strip())
    return _from_git(*answers)


def _from_git(url: str, commit: str) -> str | None:
    if scp_like := re.fullmatch(r"(?:ssh://)?git@([^:/]+)[:/](.+)", url):
        url = f"https://{scp_like[1]}/{scp_like[2]}"  # CI has no key of the person's
    return f"cvpress @ git+{_public(url)}@{commit}" if url.startswith("https://") else None


def _public(url: str) -> str:
    """Without user and password: a token in a remote must not end up in a committed file."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
