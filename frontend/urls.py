"""The addresses of the pages."""

from django.urls import path

from frontend.pages import jobs
from frontend.pages.accounts import links
from frontend.pages.accounts.account import account, tokens
from frontend.pages.accounts.clubs import rules as club_rules
from frontend.pages.accounts.clubs import views as clubs
from frontend.pages.accounts.clubs import webhooks
from frontend.pages.accounts.clubs.audit import views as audit
from frontend.pages.archive.matches import deletion, share_card
from frontend.pages.archive.matches import views as matches
from frontend.pages.archive.players import mistakes
from frontend.pages.archive.players import views as players
from frontend.pages.archive.rejudging import views as rejudging
from frontend.pages.archive.replay import views as replay
from frontend.pages.archive.uploads import views as uploads
from frontend.pages.calculator import views as calculator
from frontend.pages.entry import views as entry
from frontend.pages.help import views as help_pages
from frontend.pages.offline import views as offline
from frontend.pages.rulebooks import views as rulebooks
from frontend.pages.tournament.decisions import appeal
from frontend.pages.tournament.decisions import views as decisions
from frontend.pages.tournament.event_feeds import views as event_feeds
from frontend.pages.tournament.events import settings
from frontend.pages.tournament.events import views as events
from frontend.pages.tournament.hall import screen as hall_screen
from frontend.pages.tournament.live_tables import views as live_tables
from frontend.pages.tournament.publications import views as publications
from frontend.pages.tournament.seating import printing
from frontend.pages.tournament.seating import views as people
from frontend.pages.tournament.sheets import views as sheets
from frontend.pages.tournament.tables import views as tables

app_name = "pages"
urlpatterns = [
    path("", uploads.home, name="home"),
    path("s/<str:secret>/", links.open_link, name="open_link"),
    path("upload/", uploads.upload, name="upload"),
    path("upload/<uuid:file_id>/", uploads.dropped, name="dropped"),
    path("samples/<slug:game_id>/", uploads.sample, name="sample"),
    path("help/", help_pages.help_page, name="help"),
    path("matches/", matches.archive, name="archive"),
    path("matches/<uuid:match_id>/", matches.match, name="match"),
    path("matches/<uuid:match_id>/card.png", share_card.card, name="card"),
    path("deleted/", deletion.deleted_lately, name="deleted"),
    path("deleted/<uuid:match_id>/", deletion.deleted, name="deleted_match"),
    path("matches/<uuid:match_id>/replay/<place:place>/", replay.replay, name="replay"),
    path("embed/<uuid:match_id>/<place:place>/", replay.embed, name="embed"),
    path("events/", events.all_events, name="all_events"),
    path("events/<uuid:event_id>/", events.event, name="event"),
    path("events/<uuid:event_id>/live/", events.live, name="event_live"),
    path("events/<uuid:event_id>/<event_file:name>", event_feeds.file, name="event_file"),
    path("events/<uuid:event_id>/people/", people.people, name="event_people"),
    path("events/<uuid:event_id>/people/print/<slug:kind>/", printing.printed, name="seating_print"),
    path("events/<uuid:event_id>/tables/", tables.tables, name="event_tables"),
    path("events/<uuid:event_id>/tables/<int:table_id>/", sheets.table, name="table"),
    path("events/<uuid:event_id>/tables/<int:table_id>/enter/", entry.enter_table, name="enter_table"),
    path("events/<uuid:event_id>/decisions/", decisions.decisions, name="decisions"),
    path("events/<uuid:event_id>/decisions/<int:number>/", appeal.appeal, name="appeal"),
    path("events/<uuid:event_id>/results/", publications.results, name="results"),
    path("events/<uuid:event_id>/results/<int:number>/", publications.publication, name="publication"),
    path("events/<uuid:event_id>/settings/", settings.settings, name="event_settings"),
    path("events/<uuid:event_id>/hall/", hall_screen.screen, name="hall"),
    path("tables/<uuid:live_id>/", live_tables.watch, name="live_table"),
    path("batches/", uploads.batches_page, name="batches"),
    path("batches/<uuid:batch_id>/", uploads.batch, name="batch"),
    path("jobs/<uuid:job_id>/", jobs.job, name="job"),
    path("clubs/", clubs.clubs_page, name="clubs"),
    path("clubs/<club:slug>/", clubs.club, name="club"),
    path("clubs/<club:slug>/events/", events.events_page, name="events"),
    path("clubs/<club:slug>/people/", clubs.people, name="people"),
    path("clubs/<club:slug>/players/", players.players_page, name="players"),
    path("clubs/<club:slug>/players/<uuid:player_id>/", players.player, name="player"),
    path("clubs/<club:slug>/players/<uuid:player_id>/mistakes/", mistakes.training, name="mistakes"),
    path("clubs/<club:slug>/players/<uuid:player_id>/mistakes/<int:mistake_id>/", mistakes.one, name="mistake"),
    path("clubs/<club:slug>/audit/", audit.log, name="club_audit"),
    path("clubs/<club:slug>/rules/", club_rules.rules_page, name="club_rules"),
    path("clubs/<club:slug>/rules/<uuid:rules_id>/", club_rules.one, name="club_rules_one"),
    path("clubs/<club:slug>/webhooks/", webhooks.webhooks_page, name="webhooks"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/", webhooks.webhook, name="webhook"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/", webhooks.delivery, name="delivery"),
    path("results-keys/", publications.results_keys, name="results_keys"),
    path("enter/", entry.enter, name="enter"),
    path("clubs/<club:slug>/export/", clubs.export, name="club_export"),
    path("clubs/<club:slug>/figures/", players.club_figures, name="club_figures"),
    path("clubs/<club:slug>/rejudgings/", rejudging.of_club, name="club_rejudgings"),
    path("rejudgings/", rejudging.of_all, name="rejudgings"),
    path("rejudgings/<uuid:rejudging_id>/", rejudging.rejudging_page, name="rejudging"),
    path("offline/", offline.home, name="offline"),
    path("offline/<str:document>", offline.file, name="offline_file"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", rulebooks.rulebook, name="rulebook"),
    path("account/", account.account, name="account"),
    path("account/data/", account.data, name="own_data"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path(".well-known/security.txt", help_pages.security_txt, name="security_txt"),
]
