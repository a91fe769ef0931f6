"""The clauses of 擲注 as objects: ``TOS["TOS-2.1"]``."""

from pathlib import Path

from referee.games.toss.options import Options

from referee.rulebook import CORE, Rulebook

TOS = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
