"""The addresses of the pages."""

from django.urls import path

from frontend.pages import security_txt
from frontend.pages.accounts.account import account, tokens
from frontend.pages.accounts.clubs import export, webhooks
from frontend.pages.accounts.clubs import rules as club_rules
from frontend.pages.accounts.clubs import views as clubs
from frontend.pages.accounts.clubs.audit import views as audit
from frontend.pages.accounts.links import views as links
from frontend.pages.archive.matches import deletion, rulings, share_card, sharing
from frontend.pages.archive.matches import views as matches
from frontend.pages.archive.players import figures, mistakes
from frontend.pages.archive.players import views as players
from frontend.pages.archive.rejudging import views as rejudging
from frontend.pages.archive.replay import embed
from frontend.pages.archive.replay import views as replay
from frontend.pages.archive.uploads import batches
from frontend.pages.archive.uploads import views as uploads
from frontend.pages.calculator import views as calculator
from frontend.pages.entry import views as entry
from frontend.pages.help import views as help_pages
from frontend.pages.offline import views as offline
from frontend.pages.rulebooks import views as rulebooks
from frontend.pages.sent_once import sent_once
from frontend.pages.tournament.appeals import at_table as appeals_at_table
from frontend.pages.tournament.appeals import views as appeals
from frontend.pages.tournament.event_feeds import views as event_feeds
from frontend.pages.tournament.event_list import views as event_list
from frontend.pages.tournament.events import arbiters, entrants, settings, tables
from frontend.pages.tournament.events import sharing as event_sharing
from frontend.pages.tournament.events import views as events
from frontend.pages.tournament.events.live import schedule
from frontend.pages.tournament.events.live import views as live
from frontend.pages.tournament.hall import calls as hall_calls
from frontend.pages.tournament.hall import clock as hall_clock
from frontend.pages.tournament.hall import screen as hall_screen
from frontend.pages.tournament.hall import table as hall_table
from frontend.pages.tournament.live_tables import views as live_tables
from frontend.pages.tournament.live_tables import writing as live_writing
from frontend.pages.tournament.penalties import giving as giving_penalties
from frontend.pages.tournament.penalties import views as penalties
from frontend.pages.tournament.publications import views as publications
from frontend.pages.tournament.seating import draw, people, plan, printing
from frontend.pages.tournament.sheets import overview as sheet_overview
from frontend.pages.tournament.sheets import views as sheets

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
    path("matches/<uuid:match_id>/card/<int:number>/<int:move>.png", share_card.card, name="card_at"),
    path("matches/<uuid:match_id>/state/", matches.state, name="state"),
    path("matches/<uuid:match_id>/rejudge/", matches.rejudge, name="rejudge"),
    path("matches/<uuid:match_id>/other-rules/", matches.other_rules, name="other_rules"),
    path("matches/<uuid:match_id>/delete/", deletion.delete, name="delete_match"),
    path("matches/<uuid:match_id>/replace/", deletion.replace, name="replace_match"),
    path("matches/<uuid:match_id>/move/", matches.move, name="move_match"),
    path("deleted/", deletion.deleted_lately, name="deleted"),
    path("deleted/<uuid:match_id>/", deletion.deleted, name="deleted_match"),
    path("deleted/<uuid:match_id>/restore/", deletion.restore, name="restore_match"),
    path("matches/<uuid:match_id>/replay/<int:number>/", replay.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/<int:number>/<int:move>/", replay.replay, name="replay_at"),
    path("matches/<uuid:match_id>/share/", sent_once(sharing.share), name="share"),
    path("matches/<uuid:match_id>/links/<uuid:link_id>/revoke/", sharing.revoke, name="revoke"),
    path("embed/<uuid:match_id>/<int:number>/", embed.board, name="embed"),
    path("embed/<uuid:match_id>/<int:number>/<int:move>/", embed.board, name="embed_at"),
    path("events/", event_list.all_events, name="all_events"),
    path("events/<uuid:event_id>/", events.event, name="event"),
    path("events/<uuid:event_id>/live/", live.live, name="event_live"),
    path("tables/<uuid:live_id>/", live_tables.watch, name="live_table"),
    path("tables/<uuid:live_id>/frames/", live_tables.frames, name="live_frames"),
    path("tables/<uuid:live_id>/events/", live_tables.follow, name="live_events"),
    path("tables/<uuid:live_id>/draft/", live_writing.draft, name="live_draft"),
    path("tables/<uuid:live_id>/end/", live_writing.end, name="live_end"),
    path("events/<uuid:event_id>/tables/<int:table_id>/live/", live_writing.begin, name="live_begin"),
    path("events/<uuid:event_id>/version/", live.version, name="event_version"),
    path("events/<uuid:event_id>/parts/", live.parts, name="event_parts"),
    path("events/<uuid:event_id>/playing/", live.playing, name="event_playing"),
    path("events/<uuid:event_id>/schedule/", schedule.schedule, name="event_schedule"),
    path("events/<uuid:event_id>/rounds.ics", event_feeds.calendar, name="event_calendar"),
    path("events/<uuid:event_id>/results.atom", event_feeds.feed, name="event_feed"),
    path("events/<uuid:event_id>/seating.csv", event_feeds.seating, name="event_seating"),
    path("events/<uuid:event_id>/results.csv", event_feeds.results, name="event_results"),
    path("events/<uuid:event_id>/prescript.txt", event_feeds.prescript, name="event_prescript"),
    path("events/<uuid:event_id>/unresolved/", events.unresolved, name="unresolved"),
    path("events/<uuid:event_id>/attach/", tables.attach, name="attach"),
    path("events/<uuid:event_id>/tables/<int:table_id>/", tables.table, name="event_table"),
    path("events/<uuid:event_id>/undo/", tables.bring_back, name="bring_back"),
    path("events/<uuid:event_id>/removed/<uuid:match_id>/", tables.put_back, name="put_back"),
    path("events/<uuid:event_id>/entrants/", entrants.entrants, name="entrants"),
    path("events/<uuid:event_id>/entrants/<int:entrant_id>/", entrants.entrant, name="entrant"),
    path("events/<uuid:event_id>/arbiters/", arbiters.arbiters, name="arbiters"),
    path("events/<uuid:event_id>/arbiters/<str:username>/dismiss/", arbiters.dismiss, name="dismiss_arbiter"),
    path("events/<uuid:event_id>/seating/", plan.plan, name="seating"),
    path("events/<uuid:event_id>/seating/people/", people.people, name="seating_people"),
    path("events/<uuid:event_id>/seating/draw/", sent_once(draw.draw), name="seating_draw"),
    path("events/<uuid:event_id>/seating/undo/", plan.undo, name="seating_undo"),
    path("events/<uuid:event_id>/seating/swap/", sent_once(plan.swap), name="seating_swap"),
    path("events/<uuid:event_id>/seating/leave/", sent_once(plan.leave), name="seating_leave"),
    path("events/<uuid:event_id>/seating/print/<slug:kind>/", printing.printed, name="seating_print"),
    path("events/<uuid:event_id>/settings/", settings.settings, name="event_settings"),
    path("events/<uuid:event_id>/stages/", sent_once(settings.stages), name="event_stages"),
    path("events/<uuid:event_id>/stages/<int:number>/", settings.stage, name="event_stage"),
    path("events/<uuid:event_id>/delete/", settings.delete, name="delete_event"),
    path("events/<uuid:event_id>/matches/<uuid:match_id>/rule/", sent_once(rulings.rule), name="rule"),
    path("events/<uuid:event_id>/share/", sent_once(event_sharing.share_event), name="share_event"),
    path("events/<uuid:event_id>/links/<uuid:share_id>/revoke/", event_sharing.revoke_event, name="revoke_event"),
    path("events/<uuid:event_id>/clock/", sent_once(hall_clock.clock), name="clock"),
    path("events/<uuid:event_id>/calls/", hall_calls.calls, name="calls"),
    path("events/<uuid:event_id>/calls/<int:call_id>/", hall_calls.call, name="call"),
    path("events/<uuid:event_id>/hall/", hall_screen.screen, name="hall"),
    path("events/<uuid:event_id>/hall/state/", hall_screen.state, name="hall_state"),
    path("events/<uuid:event_id>/tables/<int:table_id>/call/", hall_table.calls, name="table_call"),
    path(
        "events/<uuid:event_id>/tables/<int:table_id>/call/<int:call_id>/withdraw/",
        hall_table.withdraw,
        name="withdraw_call",
    ),
    path(
        "events/<uuid:event_id>/tables/<int:table_id>/objections/",
        appeals_at_table.objections,
        name="table_objections",
    ),
    path("events/<uuid:event_id>/sheets/", sheet_overview.overview, name="sheets"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet/", sheets.sheet, name="sheet"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet/state/", sheets.sheet_state, name="sheet_state"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet/write/", sheets.sheet_write, name="sheet_write"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet/check/", sheets.sheet_check, name="sheet_check"),
    path("events/<uuid:event_id>/penalties/", penalties.penalties_page, name="penalties"),
    path("events/<uuid:event_id>/penalties/give/", sent_once(giving_penalties.give), name="give_penalty"),
    path("events/<uuid:event_id>/penalties/settings/", penalties.settings, name="penalty_settings"),
    path("events/<uuid:event_id>/penalties/catalogue/", penalties.catalogue, name="penalty_catalogue"),
    path("events/<uuid:event_id>/penalties/reminders/", sent_once(penalties.remind), name="penalty_reminder"),
    path("events/<uuid:event_id>/penalties/<int:number>/cancel/", sent_once(penalties.cancel), name="cancel_penalty"),
    path("events/<uuid:event_id>/appeals/", appeals.appeals_page, name="appeals"),
    path("events/<uuid:event_id>/appeals/<int:number>/", appeals.appeal, name="appeal"),
    path("batches/", batches.batches_page, name="batches"),
    path("batches/<uuid:batch_id>/", batches.batch, name="batch"),
    path("batches/<uuid:batch_id>/progress/", batches.progress, name="batch_progress"),
    path("batches/<uuid:batch_id>/cancel/", batches.cancel, name="cancel_batch"),
    path("batches/<uuid:batch_id>/resume/", batches.resume, name="resume_batch"),
    path("clubs/", sent_once(clubs.clubs_page), name="clubs"),
    path("clubs/<club:slug>/", clubs.club, name="club"),
    path("clubs/<club:slug>/upload/", clubs.upload, name="club_upload"),
    path("clubs/<club:slug>/rename/", clubs.rename, name="rename"),
    path("clubs/<club:slug>/invitation/", clubs.invitation, name="invitation"),
    path("clubs/<club:slug>/events/", sent_once(events.events_page), name="events"),
    path("clubs/<club:slug>/people/", clubs.people, name="people"),
    path("clubs/<club:slug>/people/invite/", clubs.invite, name="invite"),
    path("clubs/<club:slug>/people/links/", sent_once(clubs.make_invitation), name="invitations"),
    path("clubs/<club:slug>/people/links/<uuid:invitation_id>/revoke/", clubs.revoke_invitation, name="revoke_invitation"),
    path("clubs/<club:slug>/people/removed/<int:member_id>/", clubs.restore, name="restore_member"),
    path("clubs/<club:slug>/people/<str:username>/role/", clubs.role, name="role"),
    path("clubs/<club:slug>/people/<str:username>/remove/", clubs.remove, name="remove"),
    path("clubs/<club:slug>/players/", players.players_page, name="players"),
    path("clubs/<club:slug>/players/merge/", players.merge, name="merge_players"),
    path("clubs/<club:slug>/players/merges/<int:merge_id>/undo/", players.undo, name="undo_player_merge"),
    path("clubs/<club:slug>/players/<uuid:player_id>/", players.player, name="player"),
    path("clubs/<club:slug>/players/<uuid:player_id>/rename/", players.rename, name="rename_player"),
    path("clubs/<club:slug>/players/<uuid:player_id>/split/", players.split, name="split_player"),
    path("clubs/<club:slug>/players/<uuid:player_id>/mistakes/", mistakes.training, name="mistakes"),
    path("clubs/<club:slug>/players/<uuid:player_id>/mistakes/search/", mistakes.search, name="mistake_search"),
    path("clubs/<club:slug>/players/<uuid:player_id>/mistakes/<int:mistake_id>/", mistakes.one, name="mistake"),
    path("clubs/<club:slug>/audit/", audit.log, name="club_audit"),
    path("clubs/<club:slug>/rules/", sent_once(club_rules.rules_page), name="club_rules"),
    path("clubs/<club:slug>/rules/<uuid:rules_id>/", sent_once(club_rules.one), name="club_rules_one"),
    path("clubs/<club:slug>/rules/<uuid:rules_id>/remove/", club_rules.remove, name="remove_club_rules"),
    path("clubs/<club:slug>/webhooks/", sent_once(webhooks.webhooks_page), name="webhooks"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/", webhooks.webhook, name="webhook"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/change/", webhooks.change, name="change_webhook"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/rotate/", webhooks.secret, name="webhook_secret"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/test/", sent_once(webhooks.test), name="webhook_test"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/remove/", webhooks.remove, name="remove_webhook"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/redeliver/", sent_once(webhooks.redeliver), name="redeliver_all"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/", webhooks.delivery, name="delivery"),
    path(
        "clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver/",
        sent_once(webhooks.redeliver),
        name="redeliver",
    ),
    path("events/<uuid:event_id>/publish/", sent_once(publications.publish), name="publish"),
    path("events/<uuid:event_id>/publishing/", publications.progress, name="publishing"),
    path("events/<uuid:event_id>/publications/", publications.publications_page, name="publications"),
    path("events/<uuid:event_id>/publications/<int:number>/", publications.publication, name="publication"),
    path("results-keys/", publications.results_keys, name="results_keys"),
    path("events/<uuid:event_id>/tables/<int:table_id>/enter/", entry.enter_table, name="enter_table"),
    path("events/<uuid:event_id>/tables/<int:table_id>/upload/", entry.upload_to_table, name="upload_to_table"),
    path("enter/", entry.enter, name="enter"),
    path("enter/check/", entry.check, name="check_draft"),
    path("clubs/<club:slug>/export/", export.export_page, name="club_export"),
    path("clubs/<club:slug>/export/progress/", export.progress, name="club_export_progress"),
    path("clubs/<club:slug>/figures/", figures.club_figures, name="club_figures"),
    path("clubs/<club:slug>/rejudgings/", sent_once(rejudging.of_club), name="club_rejudgings"),
    path("rejudgings/", sent_once(rejudging.of_all), name="rejudgings"),
    path("rejudgings/<uuid:rejudging_id>/", rejudging.rejudging_page, name="rejudging"),
    path("rejudgings/<uuid:rejudging_id>/progress/", rejudging.progress, name="rejudging_progress"),
    path("rejudgings/<uuid:rejudging_id>/cancel/", rejudging.cancel, name="cancel_rejudging"),
    path("offline/", offline.home, name="offline"),
    path("offline/<str:document>", offline.file, name="offline_file"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/worth/", calculator.result, name="worth"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", rulebooks.rulebook, name="rulebook"),
    path("account/", account.account, name="account"),
    path("account/data/", account.data, name="own_data"),
    path("account/delete/", account.delete, name="delete_account"),
    path("account/tokens/", sent_once(tokens.tokens), name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path(".well-known/security.txt", security_txt.security_txt, name="security_txt"),
    path("account/sessions/<int:session_id>/end/", account.end_session, name="end_session"),
]
