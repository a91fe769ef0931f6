"""A column for the day by which listings sort; that of a match that the former version stores is today."""

from django.db import migrations, models
from django.db.models import Func


class Migration(migrations.Migration):
    dependencies = [("records", "0032_match_by_number")]

    operations = [
        migrations.AddField(
            "match",
            "day",
            models.DateField(
                db_default=Func(function="CURRENT_DATE", template="%(function)s"), editable=False, verbose_name="day to sort by"
            ),
        )
    ]
