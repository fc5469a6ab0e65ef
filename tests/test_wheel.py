"""The wheel, with nothing beside it but what it asks for, serves the pages; the sdist holds them and their sources."""

import re
import subprocess
import tarfile
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

PAGES = Path("src/certamen/web/pages/index.html")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, as `make dist` builds them."""
    if not PAGES.exists():
        pytest.skip("the pages are not built: make pages")
    folder = tmp_path_factory.mktemp("dist")
    for builder in (WheelBuilder, SdistBuilder):
        assert list(builder(str(Path.cwd())).build(directory=str(folder), versions=["standard"]))
    return folder


def wanted(wheel: Distribution) -> dict[str, Distribution]:
    """What an installer brings for the wheel, without any extra: by name."""
    found: dict[str, Distribution] = {}
    left = [wheel]
    while left:
        for text in left.pop().requires or ():
            one = Requirement(text)
            if (one.marker is None or one.marker.evaluate({"extra": ""})) and one.name not in found:
                found[one.name] = distribution(one.name)
                left.append(found[one.name])
    return found


def test_the_wheel_serves_the_pages(built: Path, tmp_path: Path) -> None:
    """In an environment of its own the command is there, and the server answers with the page and what it needs."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(site)
    for one in wanted(Distribution.at(next(site.glob("certamen-*.dist-info")))).values():
        for file in one.files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (site / top).exists():
                (site / top).symlink_to(Path(str(one.locate_file(top))).resolve())
    command = [str(tmp_path / "env/bin/python"), "-I", "-m", "certamen", "serve", "--port", "0"]
    command += ["--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path, text=True) as server:
        assert server.stdout is not None  # it was begun with one
        try:
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None
            page = urlopen(address.group()).read().decode()
            parts = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
            assert parts
            for part in parts:
                assert urlopen(address.group() + part).read()
            assert b"striker" in urlopen(address.group() + "api/about").read()
        finally:
            server.terminate()


def test_the_sdist_holds_pages_and_sources(built: Path) -> None:
    """Whoever builds from it needs no node; whoever changes it has all that it is made of, and make sets it up."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"src/certamen/web/pages/index.html", "web/src/main.ts", "web/package-lock.json", "tools/pages"} <= names
    assert {"Makefile", "requirements/test.txt"} <= names
    assert not any("node_modules" in name for name in names)
