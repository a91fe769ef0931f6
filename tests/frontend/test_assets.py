"""Scripts and styles as they are collected and named: by names that change, each with what it imports."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template

from frontend.assets import IMPORTS, StaticFiles, imported_later_by, imports_of
from tests.each import each

STATIC = Path(__file__).parents[2] / "frontend" / "static"
OWN = sorted(
    path.relative_to(STATIC).as_posix() for kind in IMPORTS for path in STATIC.rglob(f"*{kind}") if "vendor" not in path.parts
)


@pytest.fixture
def static(tmp_path: Path, settings: Any) -> Path:
    """A folder of static files: a page's script and style and what they import."""
    settings.STATICFILES_DIRS = [tmp_path]
    texts = {
        "page.js": 'import "./left.js";\nimport {\n  TOP,\n  more as MORE,\n} from "./deep/right.js";\n',
        "left.js": 'import { low } from "./low.js";\nlow(() => import("./later.js"));\n',
        "deep/right.js": 'import { low } from "../low.js";\nexport const TOP = low();\nexport function more() {}\n',
        "low.js": "export function low() {}\n",
        "later.js": "export function shown() {}\n",
        "all.css": '/* all */\n@import url("one.css");\n',
        "one.css": "a { color: red; }\n",
    }
    (tmp_path / "t" / "deep").mkdir(parents=True)
    for name, text in texts.items():
        (tmp_path / "t" / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("static")
def test_script_imports_what_its_imports_import_each_once() -> None:
    assert imports_of("t/page.js") == ("t/left.js", "t/low.js", "t/deep/right.js")
    assert imports_of("t/all.css") == ("t/one.css",)
    assert imported_later_by("t/left.js") == ("t/later.js",)


@pytest.mark.usefixtures("static")
def test_tags_name_imports_before_the_script_and_the_style() -> None:
    drawn = Template("{% load assets %}{% module 't/page.js' %}{% stylesheet 't/all.css' %}").render(Context())
    assert re.findall(r'<(\w+) (?:rel|type)="(\w+)"(?: as="style")? (?:href|src)="/static/t/([^"]+)">', drawn) == [
        ("link", "modulepreload", "left.js"),
        ("link", "modulepreload", "low.js"),
        ("link", "modulepreload", "deep/right.js"),
        ("script", "module", "page.js"),
        ("link", "preload", "one.css"),
        ("link", "stylesheet", "all.css"),
    ]


def test_collected_files_import_each_other_by_names_that_change(static: Path) -> None:
    files = [path.relative_to(static).as_posix() for path in static.rglob("*.*")]
    shutil.copytree(static / "t", static / "collected" / "t")
    storage = StaticFiles(location=static / "collected", base_url="/static/")
    named = {name: hashed for name, hashed, _ in storage.post_process({name: (storage, name) for name in files})}
    collected = {name: (static / "collected" / named[name]).read_text(encoding="utf-8") for name in files}
    for name, imported in [("page", "left"), ("page", "deep/right"), ("left", "low"), ("left", "later"), ("deep/right", "low")]:
        assert Path(named[f"t/{imported}.js"]).name in collected[f"t/{name}.js"]
        assert named[f"t/{imported}.js"] != f"t/{imported}.js"
    assert Path(named["t/one.css"]).name in collected["t/all.css"]


def test_name_of_no_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no static file frontend/lost\.js"):
        imports_of("frontend/lost.js")


@each(OWN)
def test_own_file_imports_in_the_form_that_is_found_and_not_in_a_circle(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    imports = re.findall(r'^(?:import\b|@import\b|export\b.*\bfrom ")', text, re.MULTILINE)
    assert len(IMPORTS[Path(name).suffix].findall(text)) == len(imports)
    assert name not in imports_of(name)
