"""The settings of the tests hold here, too."""

from tests.conftest import pytest_collection_finish, pytest_configure

__all__ = ["pytest_collection_finish", "pytest_configure"]
