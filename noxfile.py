"""The checks of the project, each in its own environment: ``nox``, ``nox -s docs``."""

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
