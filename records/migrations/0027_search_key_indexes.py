"""What is searched has an index on its key. The former version, which runs on while this is applied, searches by the names."""

from django.db import migrations, models

SEARCHED = (("match", "event"), ("match", "stage"), ("match", "table"), ("matchseat", "name"), ("upload", "filename"))


def _index(model: str, name: str) -> models.Index:
    return models.Index(fields=[f"search_{name}"], name=f"{'seat' if model == 'matchseat' else model}_by_{name}")


class Migration(migrations.Migration):
    dependencies = [("records", "0026_search_keys")]

    operations = [migrations.AddIndex(model, _index(model, name)) for model, name in SEARCHED]
