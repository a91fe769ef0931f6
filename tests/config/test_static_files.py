"""Scripts and styles as they are collected: each with what it imports in it, run as a browser would run them apart."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from config.static_files import StaticFiles, script, style


@pytest.fixture
def static(tmp_path: Path, settings: Any) -> Path:
    """A folder of static files."""
    settings.STATICFILES_DIRS = [tmp_path]
    return tmp_path


def write(folder: Path, **files: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")


def test_module_stands_behind_what_it_imports_each_once(static: Path) -> None:
    write(
        static,
        page='import "./left.js";\nimport {\n  TOP,\n  more as MORE,\n} from "./right.js";\nadd(TOP, MORE);\n',
        left='import { low } from "./low.js";\nlow();\n',
        right='import { low } from "./low.js";\nexport const TOP = low();\nexport async function more() {}\n',
        low="export function low() {}\n",
    )
    assert (
        script("page.js").split()
        == (
            "const $0 = (() => { function low() {} return { low }; })();"
            " const $1 = (() => { const { low } = $0; low(); return { }; })();"
            " const $2 = (() => { const { low } = $0; const TOP = low(); async function more() {} return { TOP, more }; })();"
            " const $3 = (() => { const { TOP, more: MORE } = $2; add(TOP, MORE); return { }; })();"
        ).split()
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('import { lost } from "./lost.js";', r"lost\.js"),
        ('import "./one.js";', r"one\.js imports itself"),
        ('import { B } from "./two.js";', "every name is to be exported by a line of its own"),
        ("export default 1;", "no form that can be put into one file"),
        ('import * as two from "./two.js";', "no form that can be put into one file"),
        ("const later = (name) => import(name);", "no form that can be put into one file"),
        ("await fetch('/');", "no form that can be put into one file"),
    ],
)
def test_module_that_means_something_else_in_one_file_is_refused(static: Path, line: str, said: str) -> None:
    write(static, one=f"{line}\n", two="export const A = 1,\n  B = 2;\n")
    with pytest.raises(ValueError, match=said):
        script("one.js")


def test_module_that_is_imported_when_needed_stays_a_file_that_exports(static: Path) -> None:
    write(static, page='import "./deep/in.js";\n')
    write(static / "deep", **{"in": 'click(() => import("./later.js"));\n', "later": "export function shown() {}\n"})
    assert 'import("./deep/later.js")' in script("page.js")
    assert script("deep/later.js").splitlines()[-1] == "export const { shown } = $0;"


def test_collected_script_names_what_it_imports_later_by_the_name_that_changes(static: Path) -> None:
    write(static / "frontend", page='click(() => import("./later.js"));\n', later="export function shown() {}\n")
    names = ["frontend/page.js", "frontend/later.js"]
    shutil.copytree(static / "frontend", static / "collected" / "frontend")
    collected = StaticFiles(location=static / "collected", base_url="/static/")
    stored = {name: hashed for name, hashed, _ in collected.post_process({name: (None, name) for name in names}) if name in names}
    later = stored["frontend/later.js"].removeprefix("frontend/")
    assert later != "later.js"
    assert f'import("./{later}")' in (static / "collected" / stored["frontend/page.js"]).read_text(encoding="utf-8")


def test_style_has_those_that_it_imports_in_their_place(static: Path) -> None:
    (static / "all.css").write_text('/* all */\n@import url("one.css");\n@import url("two.css");\n', encoding="utf-8")
    (static / "one.css").write_text("a { color: red; }\n", encoding="utf-8")
    (static / "two.css").write_text("b { color: blue; }\n", encoding="utf-8")
    assert style("all.css").split() == "/* all */ a { color: red; } b { color: blue; }".split()
