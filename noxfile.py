"""The checks of the project, each in its own environment: ``nox``, ``nox -s docs``."""

import hashlib
import re
import tomllib
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "types", "tests", "coverage", "docs"]


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    session.install("-e", ".[cli,test]")
    session.run("python", "-m", "pytest", "-nauto", "--dist=loadfile", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    session.install("-e", ".[cli,test]")
    parallel = ("-nauto", "--dist=loadfile")
    session.run("python", "-m", "pytest", "tests", "--cov", "-m", "not untraced", *parallel)


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


def build(session: nox.Session) -> None:
    """Build wheel and sdist twice, compare them, look into them, install and use them."""
    session.install("build")
    made = [Path(session.create_tmp()) / name for name in ("first", "second")]
    for folder in made:
        session.run("python", "-m", "build", "--outdir", str(folder), silent=True)
    digests = [
        {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
        for folder in made
    ]
    if digests[0] != digests[1]:
        session.error(f"two builds differ: {digests}")
    session.run("python", "tests/artefacts.py", str(made[0]))
    (wheel,), (sdist,) = made[0].glob("*.whl"), made[0].glob("*.tar.gz")
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = [re.sub(">=", "==", each) for each in project["dependencies"]]
    for name, file, pins in (
        ("wheel-lowest", wheel, lowest),
        ("wheel-newest", wheel, []),
        ("sdist-newest", sdist, []),
    ):
        home = Path(session.create_tmp()) / name
        session.run("python", "-m", "venv", "--clear", str(home))
        python = str(home / "bin" / "python")
        session.run(python, "-m", "pip", "install", "-q", str(file), *pins, external=True)
        session.run(python, "-m", "heartslib", "demo", silent=True, external=True)
    unpacked = Path(session.create_tmp()) / "unpacked"
    session.run(
        "python",
        "-c",
        f"import tarfile; tarfile.open({str(sdist)!r}).extractall({str(unpacked)!r}, filter='data')",
    )
    (folder,) = unpacked.iterdir()
    session.install(f"{folder}[cli,test]")
    session.chdir(folder)
    session.run("python", "-m", "pytest", "-q", "-nauto", "--dist=loadfile", *session.posargs)


PYODIDE = {"3.12": "0.26.4", "3.13": "0.29.5", "3.14": "314.0.7"}
"""The releases of Pyodide with each Python."""

IN_WASM = (
    *("ask", "cards", "chapters", "charging", "errors", "game", "given", "looks", "lowered"),
    *("moves", "notation", "people", "phases", "questions", "record", "rules", "telling"),
    *("two_packs", "values", "view_parts"),
)
"""The tests of the core that need no processes, no terminal and no compiled code."""


@nox.session
def wasm(session: nox.Session) -> None:
    """The tests of the core in CPython compiled to WebAssembly; needs npm and Node."""
    home = Path(session.create_tmp())
    wheels = home / "wheels"
    pure = ("--only-binary", ":all:", "--python-version", "3.12", "--platform", "any")
    needed = ["attrs", "cattrs", "typing-extensions", "hypothesis", "sortedcontainers", "sybil"]
    needed += ["pytest", "pluggy", "iniconfig", "packaging", "pygments"]
    session.run("pip", "download", "-q", "--no-deps", *pure, "-d", str(wheels), *needed)
    tests = [f"tests/unit/test_{name}.py" for name in IN_WASM]
    for version in PYODIDE.values():
        folder = home / version
        install = ("npm", "install", "--no-save", "--silent", "--prefix", str(folder))
        session.run(*install, f"pyodide@{version}", external=True)
        package = str(folder / "node_modules" / "pyodide")
        run = ("node", "tests/wasm/run.mjs", package, str(wheels))
        session.run(*run, *tests, "tests/variants", external=True)
