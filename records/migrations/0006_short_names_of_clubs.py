"""The short name of a club may be in letters of any script. The database has it as before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0005_undated_matches_are_the_oldest")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("club", "slug", models.SlugField(allow_unicode=True, unique=True, verbose_name="slug")),
            ]
        )
    ]
