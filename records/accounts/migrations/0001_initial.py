"""Every table of the app."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from records.core.db.append_only import append_only, unmanaged
from records.core.db.fields import DocumentField
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("core", "0001_initial")]
    TABLES = [
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        settings.AUTH_USER_MODEL,
                        models.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                    ),
                ),
                ("requested_at", models.DateTimeField(default=timezone.now)),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField("name", max_length=200)),
                ("slug", models.SlugField("slug", allow_unicode=True, unique=True)),
            ],
            options={"verbose_name": "club", "verbose_name_plural": "clubs", "ordering": ["name"]},
        ),
        migrations.CreateModel(
            name="ClubRules",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("game", models.CharField(max_length=200)),
                ("rules", models.CharField(max_length=1000)),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="rules")),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="club_rules_name_once")],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField("name", max_length=200)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.CharField("scopes", default="read upload manage", max_length=40)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("last_used_at", models.DateTimeField("last used", blank=True, null=True)),
                ("expires_at", models.DateTimeField("expires", blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name="user"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        "accounts.club", models.CASCADE, blank=True, null=True, related_name="+", verbose_name="club"
                    ),
                ),
            ],
            options={"verbose_name": "API token", "verbose_name_plural": "API tokens", "ordering": ["-created_at"]},
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "owner"), ("organizer", "organizer"), ("scorer", "scorer"), ("member", "member")],
                        default="member",
                        max_length=9,
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.CASCADE, null=True, related_name="invitations"),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        null=True,
                        related_name="+",
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"),
                ),
            ],
            options={"ordering": ["-created_at", "-id"]},
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("invited_name", models.CharField("invited name", blank=True, db_default="", default="", max_length=150)),
                (
                    "role",
                    models.CharField(
                        "role",
                        choices=[("owner", "owner"), ("organizer", "organizer"), ("scorer", "scorer"), ("member", "member")],
                        default="member",
                        max_length=9,
                    ),
                ),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("accepted_at", models.DateTimeField("accepted", blank=True, null=True)),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="memberships", verbose_name="club")),
                (
                    "invited_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        blank=True,
                        null=True,
                        related_name="+",
                        verbose_name="invited by",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.CASCADE,
                        blank=True,
                        null=True,
                        related_name="memberships",
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "ordering": ["created_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="member_once_per_club"),
                    models.UniqueConstraint(
                        condition=models.Q(("user", None)), fields=("club", "invited_name"), name="name_invited_once_per_club"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", False), ("accepted_at", None), _connector="OR"),
                        name="only_accounts_join",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "organizer", "scorer", "member"])), name="member_role_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField("name", max_length=200)),
                ("url", models.CharField("address", max_length=500)),
                ("kinds", DocumentField(verbose_name="events")),
                ("secret", models.TextField(editable=False)),
                ("former_secret", models.TextField(editable=False)),
                ("former_until", models.DateTimeField(editable=False, null=True)),
                (
                    "off",
                    models.CharField(
                        "switched off",
                        choices=[
                            ("", "it is sent to"),
                            ("owner", "switched off"),
                            ("failing", "switched off: it failed for too long"),
                        ],
                        default="",
                        max_length=7,
                    ),
                ),
                ("failing_since", models.DateTimeField("failing since", null=True)),
                ("held_until", models.DateTimeField("waits until", null=True)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="webhooks", verbose_name="club")),
                (
                    "created_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        null=True,
                        related_name="+",
                        verbose_name="created by",
                    ),
                ),
            ],
            options={"verbose_name": "webhook", "verbose_name_plural": "webhooks", "ordering": ["created_at", "id"]},
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        "event",
                        choices=[
                            ("match.judged", "a match was judged"),
                            ("match.deleted", "a match was deleted"),
                            ("match.restored", "a deleted match was brought back"),
                            ("batch.done", "a batch is done"),
                            ("appeal.made", "an appeal was made"),
                            ("results.published", "results were published"),
                            ("rejudging.done", "judging again is done"),
                            ("webhook.test", "a test"),
                        ],
                        max_length=30,
                    ),
                ),
                ("subject", models.CharField("of what", max_length=60)),
                ("body", models.TextField("body")),
                (
                    "state",
                    models.CharField(
                        "state",
                        choices=[("pending", "pending"), ("delivered", "delivered"), ("dead", "given up")],
                        default="pending",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField("attempts", default=0)),
                ("next_at", models.DateTimeField("next attempt", default=timezone.now)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("ended_at", models.DateTimeField("ended", null=True)),
                ("log", DocumentField(default=list, editable=False)),
                (
                    "webhook",
                    models.ForeignKey("accounts.webhook", models.CASCADE, related_name="deliveries", verbose_name="webhook"),
                ),
            ],
            options={
                "verbose_name": "webhook delivery",
                "verbose_name_plural": "webhook deliveries",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_newest"),
                    models.Index(fields=["webhook", "state", "-created_at", "-id"], name="delivery_by_state"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["webhook", "next_at"], name="delivery_due"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["created_at"], name="delivery_oldest_pending"),
                    models.Index(
                        condition=models.Q(("state", "pending"), _negated=True), fields=["ended_at"], name="delivery_ended"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("number", models.PositiveBigIntegerField("number", primary_key=True, serialize=False)),
                ("at", models.CharField("at", max_length=32)),
                ("actor", models.CharField("who", max_length=40)),
                ("actor_name", models.CharField("name", max_length=150)),
                ("action", models.CharField("action", max_length=40)),
                ("target", models.CharField("to what", max_length=100)),
                ("details", models.TextField("details")),
                ("request_id", models.CharField("request", max_length=64)),
                ("club", models.BigIntegerField("club", null=True)),
                ("previous", models.CharField("hash before", max_length=64)),
                ("hash", models.CharField("hash", max_length=64)),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "db_table": "accounts_auditentry",
                "ordering": ["-number"],
                "indexes": [
                    models.Index(fields=["club", "number"], name="audit_by_club"),
                    models.Index(fields=["action", "number"], name="audit_by_action"),
                ],
            },
        ),
    ]
    # Triggers keep the rows of the last table as they are. Django does not manage it from then on, so ``flush`` leaves it alone.
    operations = [CreateTables(TABLES), append_only("accounts_auditentry", ["number"]), unmanaged(TABLES[-1])]
