"""Write the golden verdicts anew."""

from tests.golden import records, verdicts_of

for path in records():
    path.with_suffix(".json").write_text(verdicts_of(path), encoding="utf-8")
