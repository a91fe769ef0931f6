"""A match is found by the number that its printed sheet bears: the first characters of its hash."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0030_invitations")]

    operations = [migrations.AddIndex("match", models.Index(fields=["sha256"], name="match_by_number"))]
