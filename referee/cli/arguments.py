"""The command line's parser. The module of each command is imported only when the command runs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from importlib import import_module

from referee.chinese import ENGLISH, LANGUAGES, SIMPLIFIED, TRADITIONAL

MAINLAND = ("zh_cn", "zh_sg", "zh_my", "zh_hans")
"""Locales of readers of Simplified Chinese."""

TEXT, JSON, GITHUB = "text", "json", "github"
"""The forms in which verdicts are printed."""

Command = Callable[[argparse.Namespace], int]


def parser() -> argparse.ArgumentParser:
    """The parser of all commands and their options."""
    found = argparse.ArgumentParser(prog="referee", description="Referees records of table games.")
    found.add_argument("--version", action="version", version=_Version())
    commands = found.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _verify(commands.add_parser("verify", help="say whether matches were played and settled by the rules"))
    _verify_results(commands.add_parser("verify-results", help="say whether published results hold, offline"))
    _replay(commands.add_parser("replay", help="show the table of a round"))
    _convert(commands.add_parser("convert", help="write matches in canonical PPN or as JSON, one a line; from other formats too"))
    _rules(commands.add_parser("rules", help="print a game's rulebook and options, or the list of games"))
    _score(commands.add_parser("score", help="value hands: one JSON object a line in, one a line out"))
    _entrant(commands.add_parser("entrant", help="answer the conformance suite: one JSON object a line in, one a line out"))
    return found


def _verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="PPN or JSON; - is standard input")
    command.add_argument(
        "--format",
        choices=(TEXT, JSON, GITHUB),
        default=TEXT,
        help="for people; a verdict a line; annotations of a GitHub workflow",
    )
    command.add_argument("--json", dest="format", action="store_const", const=JSON, help="the same as --format json")
    command.add_argument("--summary", metavar="FILE", help="also append a summary to this file, as Markdown")
    command.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes to use (0: one for each core)")
    command.add_argument("--no-limits", action="store_true", help="judge files of any size, for as long as it takes")
    _hints(command)
    _lang(command)
    command.set_defaults(run=_run("verify"))


def _verify_results(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="results as they were published; - is standard input")
    _keys(command)
    command.add_argument("--json", action="store_true", help="one report a line, as JSON")
    _lang(command)
    command.set_defaults(run=_run("verify_results"))


def _keys(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="KEY",
        help="the public key (a PEM file) or its fingerprint, known from elsewhere; may be given several times",
    )
    command.add_argument("--trust", action="store_true", help="keep the key of each club, and hold what is later to it")
    command.add_argument(
        "--withdrawn",
        action="append",
        default=[],
        metavar="FILE",
        help="a list of withdrawn keys, signed by a key that you trust",
    )


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE")
    command.add_argument("--round", type=_number, required=True, metavar="N", help="the round's number in the record")
    command.add_argument("--move", type=_number, metavar="M", help="the table after this move; 0 is the deal; default: the last")
    command.add_argument("--match", type=_number, default=1, metavar="K", help="which match of the file, counted from 1")
    command.add_argument("--view", metavar="SEAT", help="as this seat saw it")
    _hints(command)
    _lang(command)
    command.set_defaults(run=_run("replay"))


def _convert(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE")
    command.add_argument("--to", choices=("ppn", "json"), required=True)
    command.add_argument("--from", dest="format", metavar="FORMAT", help="the format of the file; default: as it is recognized")
    _hints(command)
    command.add_argument(
        "--sheet", action="store_true", help="as score sheets: each round by its results, without the other moves"
    )
    _lang(command)
    command.set_defaults(run=_run("convert"))


def _hints(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", default="", metavar="GAME", help="the game, where a file of another format does not say it")
    command.add_argument("--rules", default="", metavar="RULES", help="its rules, where such a file does not say them")
    command.add_argument("--seat", action="append", default=[], metavar="E:NAME", help="the seat of a name in a spreadsheet")
    command.add_argument("--keep", action="append", default=[], metavar="CELL", help="which of two rounds with one number counts")


def _rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME")
    _lang(command)
    command.set_defaults(run=_run("rules"))


def _score(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=_run("score"))


def _entrant(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=_run("entrant"))


def _lang(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default=_language(), help="default: by the locale")


def _language() -> str:
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    territory = locale.lower().replace("-", "_").partition(".")[0]
    if not territory.startswith("zh"):
        return ENGLISH
    return SIMPLIFIED if territory.startswith(MAINLAND) else TRADITIONAL


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}")
    return int(text[:9])


def _jobs(text: str) -> int:
    return min(_number(text), 64) or os.cpu_count() or 1


def _run(command: str) -> Command:
    def run(chosen: argparse.Namespace) -> int:
        status: int = import_module(f"referee.cli.{command}").run(chosen)
        return status

    return run


class _Version(str):
    """The version, looked up only when it is printed."""

    def __mod__(self, _: object) -> str:
        from referee import ENGINE_VERSION

        return f"referee {ENGINE_VERSION}"
