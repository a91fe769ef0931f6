"""Django's administration, with a site that writes what is done in it into the audit log."""

from django.contrib.admin.apps import AdminConfig


class AuditedAdminConfig(AdminConfig):
    default_site = "records.accounts.admin_site.AuditedSite"
