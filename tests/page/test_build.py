"""How Python for the page is fetched, and the docs without it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from docs.browser import fetch
from tests.page.site import ROOT, built

NPM = """\
#!/bin/sh
test "$1 $2" = "pack pyodide@{version}" || exit 1
cp {package} "$5/pyodide.tgz"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the one that is fetched into."""
    monkeypatch.setattr(fetch, "FOLDER", tmp_path / "_pyodide")
    return tmp_path / "_pyodide"


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An npm that gives a package with the right names, whose checksum is wrong."""
    if sys.platform == "win32":
        pytest.skip("this npm is a script of a shell that is not here")
    package, program = tmp_path / "package.tgz", tmp_path / "bin" / "npm"
    with tarfile.open(package, "w:gz") as archive:
        for name in ("README.md", *fetch.FILES):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(name)
            archive.addfile(entry, BytesIO(name.encode()))
    program.parent.mkdir()
    program.write_text(NPM.format(version=fetch.VERSION, package=package), "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return package


def test_without_npm_the_command_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    assert fetch.fetch() == "npm is not found; it comes with Node.js"
    assert not fetch.fetched()


@pytest.mark.slow
@pytest.mark.usefixtures("npm")
def test_another_package_is_refused(folder: Path) -> None:
    assert fetch.fetch() == f"the package is not Pyodide {fetch.VERSION}: its checksum differs"
    assert not folder.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_package_that_does_not_come_is_an_error(npm: Path) -> None:
    npm.unlink()
    assert fetch.fetch().startswith("npm pack failed: ")


@pytest.mark.slow
def test_the_files_are_unpacked(folder: Path, npm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "SHA512", fetch.checksum(npm))
    assert fetch.fetch() == ""
    assert fetch.fetched()
    assert {path.name for path in folder.iterdir()} == {"VERSION", *fetch.FILES}
    (folder / "VERSION").write_text("0.0.1", "utf-8")
    assert not fetch.fetched()


@pytest.mark.slow
def test_without_pyodide_the_docs_build_and_the_page_says_so(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    pytest.importorskip("myst_nb")
    site = built(tmp_path, "from browser import fetch; fetch.FOLDER = Path('nowhere')")
    page = (site / "try.html").read_text("utf-8")
    assert "built without Python for the browser" in page
    assert "try-start" not in page
    assert "page.js" not in page
    assert not (site / "_static" / "try").exists()
    assert not (site / "play").exists()
    assert not (site / "offline.js").exists()


LOADED = """
import sys
import examples.web_table.alone
table = {name.rpartition(".")[2] for name in sys.modules if name.startswith("examples.web_table.")}
lacking = {"sqlite3", "multiprocessing", "anyio", "starlette", "numpy"} & {*sys.modules}
sys.path[:0] = ["docs", "docs/_ext"]
import try_it
assert not lacking, lacking
assert table == {*try_it.PROGRAMS}, table
"""


@pytest.mark.slow
def test_the_browser_gets_the_modules_of_the_table_and_nothing_that_it_lacks() -> None:
    pytest.importorskip("sphinx")
    subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, check=True)  # noqa: S603
