"""Scripts and styles as they are collected: each with what it imports in it, run as a browser would run them apart."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from config.static_files import StaticFiles, script, style

OWN = Path(__file__).parents[2] / "frontend" / "static"


@pytest.fixture
def static(tmp_path: Path, settings: Any) -> Path:
    """A folder of static files."""
    settings.STATICFILES_DIRS = [tmp_path]
    return tmp_path


def write(folder: Path, **files: str) -> None:
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
    whole = script("page.js")
    assert whole.count("function low() {}") == 1
    assert (
        whole.split()
        == (
            "const $0 = (() => { function low() {} return { low }; })();"
            " const $1 = (() => { const { low } = $0; low(); return { }; })();"
            " const $2 = (() => { const { low } = $0; const TOP = low(); async function more() {} return { TOP, more }; })();"
            " const $3 = (() => { const { TOP, more: MORE } = $2; add(TOP, MORE); return { }; })();"
        ).split()
    )


def test_circle_of_modules_is_refused(static: Path) -> None:
    write(static, one='import { two } from "./two.js";\n', two='import { one } from "./one.js";\n')
    with pytest.raises(ValueError, match=r"one\.js imports itself"):
        script("one.js")


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let changing = 1;",
        "export * from './other.js';",
        'import * as other from "./other.js";',
        "import other from './other.js';",
        "const later = (name) => import(name);",
        "await fetch('/');",
    ],
)
def test_form_that_means_something_else_in_one_file_is_refused(static: Path, line: str) -> None:
    write(static, one=f"{line}\n", other="")
    with pytest.raises(ValueError, match="no form that can be put into one file"):
        script("one.js")


def test_module_that_is_not_there_is_refused(static: Path) -> None:
    write(static, one='import { lost } from "./lost.js";\n')
    with pytest.raises(ValueError, match=r"lost\.js"):
        script("one.js")


def test_name_that_no_line_exports_is_refused(static: Path) -> None:
    write(static, one='import { B } from "./two.js";\n', two="export const A = 1,\n  B = 2;\n")
    with pytest.raises(ValueError, match="every name is to be exported by a line of its own"):
        script("one.js")


def test_module_that_is_imported_when_needed_stays_a_file_that_exports(static: Path) -> None:
    (static / "deep").mkdir()
    write(static, page='import "./deep/in.js";\n')
    write(static / "deep", **{"in": 'click(() => import("./later.js"));\n', "later": "export function shown() {}\n"})
    assert 'import("./deep/later.js")' in script("page.js")
    assert script("deep/later.js").splitlines()[-1] == "export const { shown } = $0;"


def test_collected_script_names_what_it_imports_later_by_the_name_that_changes(static: Path) -> None:
    (static / "frontend").mkdir()
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


@pytest.mark.parametrize("path", [path for path in OWN.rglob("*.js") if "vendor" not in path.parts], ids=lambda path: path.stem)
def test_every_own_script_can_be_put_into_one_file(path: Path) -> None:
    assert script(path.relative_to(OWN).as_posix()).startswith("const $0 = ")
