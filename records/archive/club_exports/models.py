"""The table of a club's exports: the files that each step of the job made."""

from __future__ import annotations

from django.db import models

from records.core.queue.models import Job


class ExportedFiles(models.Model):
    """The files of some matches, as a small zip; among them the matches' lines of ``results.csv``."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="exported", db_index=False)
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["job", "place"], name="exported_files_once")]

    def __str__(self) -> str:
        return f"{self.job_id} {self.place}"
