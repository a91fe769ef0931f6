"""Every table whose rows may be changed."""

import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.core.db.fields
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("core", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                ("requested_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested")),
                ("ends_at", models.DateTimeField(db_index=True, verbose_name="is kept until")),
            ],
            options={
                "verbose_name": "deletion of an account",
                "verbose_name_plural": "deletions of accounts",
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, unique=True, verbose_name="slug")),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="ClubRules",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("game", models.CharField(max_length=200, verbose_name="game")),
                ("rules", models.CharField(max_length=1000, verbose_name="rules")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "rules of a club",
                "verbose_name_plural": "rules of clubs",
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="club_rules_name_once")],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest")),
                ("scopes", models.CharField(default="read upload manage", max_length=40, verbose_name="scopes")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="ClubEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="audit", to="accounts.club"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "number"), name="audit_once_per_club")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=9,
                        verbose_name="role",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="invited by",
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="used by",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "invited_name",
                    models.CharField(blank=True, db_default="", default="", max_length=150, verbose_name="invited name"),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=9,
                        verbose_name="role",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("accepted_at", models.DateTimeField(blank=True, null=True, verbose_name="accepted")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="invited by",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
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
                        condition=models.Q(("user", None)),
                        fields=("club", "invited_name"),
                        name="name_invited_once_per_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", False), ("accepted_at", None), _connector="OR"),
                        name="only_accounts_join",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "organizer", "scorer", "member"])),
                        name="member_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                ("kinds", records.core.db.fields.DocumentField(verbose_name="events")),
                ("secret", models.TextField(editable=False)),
                ("former_secret", models.TextField(blank=True, editable=False)),
                ("former_until", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "off",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "it is sent to"),
                            ("owner", "switched off"),
                            ("failing", "switched off: it failed for too long"),
                        ],
                        default="",
                        max_length=7,
                        verbose_name="switched off",
                    ),
                ),
                ("failing_since", models.DateTimeField(blank=True, null=True, verbose_name="failing since")),
                ("held_until", models.DateTimeField(blank=True, null=True, verbose_name="waits until")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("match.judged", "a match was judged"),
                            ("match.deleted", "a match was deleted"),
                            ("match.restored", "a deleted match was brought back"),
                            ("batch.done", "a batch is done"),
                            ("results.published", "results were published"),
                            ("rejudging.done", "judging again is done"),
                            ("webhook.test", "a test"),
                        ],
                        max_length=30,
                        verbose_name="event",
                    ),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="of what")),
                ("body", models.TextField(verbose_name="body")),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "pending"), ("delivered", "delivered"), ("dead", "given up")],
                        default="pending",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="accounts.webhook",
                        verbose_name="webhook",
                    ),
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
                        condition=models.Q(("state", "pending"), _negated=True),
                        fields=["ended_at"],
                        name="delivery_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("status", models.PositiveSmallIntegerField(default=0, verbose_name="status")),
                ("milliseconds", models.PositiveIntegerField(verbose_name="milliseconds")),
                ("error", models.CharField(blank=True, max_length=200, verbose_name="error")),
                ("answer", models.CharField(blank=True, max_length=1024, verbose_name="answer")),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="accounts.webhookdelivery",
                        verbose_name="delivery",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook attempt",
                "verbose_name_plural": "webhook attempts",
                "ordering": ["id"],
            },
        ),
    ]
    operations = [CreateTables(TABLES)]
