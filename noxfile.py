"""The checks of the project, each in its own environment: ``nox``, ``nox -s docs``."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import nox

if sys.version_info < (3, 11):  # noqa: UP036 - nox runs on older ones
    sys.exit(f"these checks need Python 3.11 or newer, and nox runs with {sys.version.split()[0]}")

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "types", "tests", "coverage", "docs"]

TOOLS = Path(".github/tools.txt")
"""The versions of the tools that build the library."""
PIP = ("python", "-m", "pip", "--disable-pip-version-check")
PROJECT: dict[str, Any] = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PROJECT)
DEMO = ("demo", "--seed", "7")
"""That of the README."""


def needed(part: str = "project") -> list[str]:
    """What the core needs, or the build."""
    found = PROJECT[part]
    return list(found["requires"] if part == "build-system" else found["dependencies"])


def lowest_of(*extras: str) -> list[str]:
    """The lowest versions of what the core and the extras need."""
    project = PROJECT["project"]
    optional: dict[str, list[str]] = project["optional-dependencies"]
    wanted, named = list(project["dependencies"]), list(extras)
    for extra in named:
        for each in optional[extra]:
            if each.startswith("heartslib["):
                named += each.removeprefix("heartslib[").removesuffix("]").split(",")
            else:
                wanted.append(re.sub(r"\[.*?\]", "", each))
    return sorted({each.replace(">=", "==") for each in wanted})


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    session.install("-e", ".[cli,test]")
    session.run("python", "-m", "pytest", "-nauto", "--dist=loadfile", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Every branch of the library, by all tests: for nights, and before a release."""
    session.install("-e", ".[cli,test]")
    parallel = ("-nauto", "--dist=loadfile")
    session.run("python", "-m", "pytest", "--slow", "--cov", "--cov-branch", *parallel)


@nox.session
def lint(session: nox.Session) -> None:
    session.install("-e", ".[lint]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    session.install("-e", ".[cli,lint,test]", "nox")
    session.run("mypy")
    session.run("pyright")


@nox.session
def docs(session: nox.Session) -> None:
    session.install("-e", ".[cli,docs]")
    session.run("python", "-m", "sphinx", "-n", "-W", "-b", "html", "docs", "docs/_build/html")


@nox.session
def page(session: nox.Session) -> None:
    """The docs with the page that runs the library in the browser, which takes npm to fetch."""
    session.install("-e", ".[cli,docs]")
    session.run("python", "docs/browser/fetch.py")
    session.run("python", "-m", "sphinx", "-n", "-W", "-b", "html", "docs", "docs/_build/html")


@nox.session
def lowest(session: nox.Session) -> None:
    """The tests with the lowest version of each dependency that `pyproject.toml` allows."""
    pins = Path(session.create_tmp()) / "lowest.txt"
    pins.write_text("\n".join(lowest_of("cli", "test")), encoding="utf-8")
    session.install("-e", ".[cli,test]", "-c", str(pins))
    session.run("python", "-m", "pytest", "-nauto", "--dist=loadfile", *session.posargs)


def python_in(session: nox.Session, folder: Path, *maker: str) -> str:
    """The Python of a new environment."""
    session.run(*(maker or ("python",)), "-m", "venv", str(folder), external=True)
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


def built(session: nox.Session) -> tuple[Path, Path, Path]:
    """Wheel and sdist in ``dist/``, built twice and compared, and the sdist unpacked."""
    made = Path("dist").resolve()
    try:
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(made)
        made.mkdir()
    except OSError as error:
        session.error(f"the wheel and the sdist cannot be written to {made}: {error.strerror}")
    session.install("build", "check-wheel-contents", "pip", "twine", "-c", str(TOOLS))
    session.env["PIP_CONSTRAINT"] = str(TOOLS.resolve())  # for the build's own environment, too
    shutil.rmtree(session.create_tmp())
    home = Path(session.create_tmp()).resolve()
    again = home / "again"
    session.run("python", "-m", "build", "--outdir", str(made), silent=True)
    (wheel,), (sdist,) = made.glob("*.whl"), made.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(home, filter="data")
    source = home / sdist.name.removesuffix(".tar.gz")
    # the second time from the sdist, which has neither git nor what a checkout has gathered
    session.run("python", "-m", "build", "--outdir", str(again), str(source), silent=True)
    digests = [
        {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
        for folder in (made, again)
    ]
    if digests[0] != digests[1]:
        session.error(f"two builds differ: {digests}")
    session.run("python", "-m", "tools.check_artefacts", str(made))
    session.run("twine", "check", "--strict", str(wheel), str(sdist))
    session.run("check-wheel-contents", str(wheel))
    return wheel, sdist, source


@nox.session
def build(session: nox.Session) -> None:
    """Build wheel and sdist twice, compare them, look into them, install and use them.

    They are in ``dist/`` afterwards. Options go to pytest, which runs in the unpacked sdist.
    ``--no-suite`` leaves that out.
    """
    wheel, sdist, source = built(session)
    house = source.with_name("house")
    for pins in (lowest_of(), needed()):
        session.run(*PIP, "download", "-d", str(house), *pins, *needed("build-system"), silent=True)
    for file in (wheel, sdist):
        for name, pins in (("lowest", lowest_of()), ("newest", [])):
            python = python_in(session, source.with_name(f"{file.suffix[1:]}-{name}"))
            offline = (*PIP[1:], "install", "--no-index", "--find-links", str(house))
            session.run(python, *offline, str(file), *pins, external=True, silent=True)
            session.run(python, *PIP[1:], "list", external=True)
            session.run(python, "-m", "heartslib", "demo", external=True, silent=True)
    if "--no-suite" in session.posargs:
        return
    session.install(f"{source}[cli,test]")
    session.chdir(source)
    parallel = session.posargs or ("-nauto", "--dist=loadfile")
    session.run("python", "-m", "pytest", "-q", "--installed", *parallel)


def found(version: str) -> str | None:
    """A Python of this version: on the path, or one of pyenv's."""
    homes = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for each in (f"python{version}", *map(str, homes.glob(f"{version}.*[0-9]/bin/python"))):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            asked = [each, "--version"]
            said = subprocess.check_output(asked, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
            if said.startswith(f"Python {version}."):
                return each
    return None


@nox.session
def release(session: nox.Session) -> None:
    """What can be checked of a release before its tag; at the end it prints the notes, and what is left to do.

    Each artefact is installed with every supported Python that is found, and all play the same demo, by
    the README's line, too. The tests in the unpacked sdist, the README's code among them, use the wheel.
    Options go to pytest.
    """
    said = session.run("git", "status", "--porcelain", external=True, silent=True)
    if said:
        session.error(f"commit first, since what is committed is released; git status says\n{said}")
    session.env["PYTHONPATH"] = ""  # where it leads to src, nothing would use the wheel
    session.run("python", "-m", "tools.release_notes", silent=True)  # or it says what is missing
    wheel, sdist, source = built(session)
    readme = (source / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall("^python3 -c .* heartslib demo .*$", readme, re.MULTILINE)
    pythons = {version: found(version) for version in PYTHONS}
    demos: dict[object, str] = {}
    for version, maker in pythons.items():
        if maker is None:
            continue
        for file, extras in ((sdist, ""), (wheel, "[cli,test]")):
            python = python_in(session, source.with_name(f"{version}-{file.suffix[1:]}"), maker)
            session.run(python, *PIP[1:], "install", f"{file}{extras}", external=True, silent=True)
            demo = session.run(python, "-m", "heartslib", *DEMO, external=True, silent=True)
            demos[version, file.name] = str(demo)
        with session.chdir(source):
            shutil.rmtree(".venv", ignore_errors=True)
            path = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])
            shell = ("bash", "-euc", f"{line} > demo.txt")
            session.run(*shell, external=True, env={"PATH": path})
            demos[version, "README.md"] = Path("demo.txt").read_text(encoding="utf-8")
            parallel = session.posargs or ("-nauto", "--dist=loadfile")
            session.run(python, "-m", "pytest", "-q", "--installed", *parallel, external=True)
    if len({*demos.values()}) != 1:
        session.error(f"not every demo plays the same round: {[*demos]}")
    for version, maker in pythons.items():
        session.log(f"Python {version}: {maker or 'not found, and so not tried'}")
    session.run("python", "-m", "tools.release_notes")


@nox.session
def typescript(session: nox.Session) -> None:
    """The clients in JavaScript and TypeScript against the declarations; needs npm and Node."""
    home = Path(session.create_tmp())
    session.run("npm", "install", "--silent", "--prefix", str(home), "typescript", external=True)
    session.env["PATH"] = os.pathsep.join([str(home / "node_modules" / ".bin"), os.environ["PATH"]])
    session.install("-e", ".[test]")
    tests = ("tests/schemas/test_declared.py", "tests/unit/test_serve_from_node.py")
    session.run("python", "-m", "pytest", "-q", "--slow", *tests)


PYODIDE = {"3.12": "0.26.4", "3.13": "0.29.5", "3.14": "314.0.7"}
"""The releases of Pyodide with each Python."""

CORE = Path("tests/core.txt")
"""The tests of the core that need no processes, no terminal and no compiled code."""


@nox.session
def wasm(session: nox.Session) -> None:
    """The tests of the core and the digest in CPython compiled to WebAssembly; needs npm and Node."""
    home = Path(session.create_tmp())
    wheels = home / "wheels"
    pure = ("--only-binary", ":all:", "--python-version", "3.12", "--platform", "any")
    packages = ["attrs", "cattrs", "typing-extensions", "hypothesis", "sortedcontainers", "sybil"]
    packages += ["pytest", "pluggy", "iniconfig", "packaging", "pygments"]
    session.install("pip")
    session.run(*PIP, "download", "-q", "--no-deps", *pure, "-d", str(wheels), *packages)
    tests = CORE.read_text(encoding="utf-8").split()
    for version in PYODIDE.values():
        folder = home / version
        install = ("npm", "install", "--no-save", "--silent", "--prefix", str(folder))
        session.run(*install, f"pyodide@{version}", external=True)
        package = str(folder / "node_modules" / "pyodide")
        run = ("node", "tests/wasm/run.mjs", package, str(wheels))
        session.run(*run, *tests, external=True)
