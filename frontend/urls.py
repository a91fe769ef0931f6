"""The addresses of the pages."""

from django.urls import path

from frontend.components.access import of_visitor, unlisted
from frontend.pages import security_txt, shared
from frontend.pages.account import account, tokens
from frontend.pages.calculator import views as calculator
from frontend.pages.clubs import audit, webhooks
from frontend.pages.clubs import views as clubs
from frontend.pages.entry import views as entry
from frontend.pages.events import entrants, settings, tables
from frontend.pages.events import sharing as event_sharing
from frontend.pages.events import views as events
from frontend.pages.help import views as help_pages
from frontend.pages.matches import deletion, rulings, share_card, sharing
from frontend.pages.matches import views as matches
from frontend.pages.players import mistakes
from frontend.pages.players import views as players
from frontend.pages.publications import views as publications
from frontend.pages.rejudging import views as rejudging
from frontend.pages.replay import comments, embed, review
from frontend.pages.replay import views as replay
from frontend.pages.rulebooks import views as rulebooks
from frontend.pages.uploads import batches
from frontend.pages.uploads import views as uploads
from frontend.pages.visitors import views as visitors

app_name = "pages"
urlpatterns = [
    path("", uploads.home, name="home"),
    path("upload/", uploads.upload, name="upload"),
    path("samples/<slug:game_id>/", uploads.sample, name="sample"),
    path("help/", help_pages.help_page, name="help"),
    path("matches/", matches.archive, name="archive"),
    path("matches/<uuid:match_id>/", matches.match, name="match"),
    path("matches/<uuid:match_id>/card.png", share_card.card, name="card"),
    path("matches/<uuid:match_id>/card/<int:number>/<int:move>.png", share_card.card, name="card_at"),
    path("matches/<uuid:match_id>/state/", matches.state, name="state"),
    path("matches/<uuid:match_id>/rejudge/", matches.rejudge, name="rejudge"),
    path("matches/<uuid:match_id>/delete/", deletion.delete, name="delete_match"),
    path("matches/<uuid:match_id>/replace/", deletion.replace, name="replace_match"),
    path("deleted/", deletion.deleted_lately, name="deleted"),
    path("deleted/<uuid:match_id>/", deletion.deleted, name="deleted_match"),
    path("deleted/<uuid:match_id>/restore/", deletion.restore, name="restore_match"),
    path("matches/<uuid:match_id>/replay/<int:number>/", replay.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/<int:number>/<int:move>/", replay.replay, name="replay_at"),
    path("matches/<uuid:match_id>/frames/<int:number>/", replay.frames, name="frames"),
    path("matches/<uuid:match_id>/review/<int:number>/", review.review, name="review"),
    path("matches/<uuid:match_id>/comments/<int:number>/<int:move>/", comments.comment, name="comment"),
    path("matches/<uuid:match_id>/comments/<uuid:comment_id>/delete/", comments.delete_comment, name="delete_comment"),
    path("matches/<uuid:match_id>/share/", sharing.share, name="share"),
    path("matches/<uuid:match_id>/links/<uuid:link_id>/revoke/", sharing.revoke, name="revoke"),
    path("shared/<slug:secret>/", unlisted(shared.shared), name="shared_match"),
    path("shared/<slug:secret>/state/", unlisted(matches.state), name="shared_state"),
    path("shared/<slug:secret>/record/", unlisted(matches.record), name="shared_record"),
    path("shared/<slug:secret>/verdict/", unlisted(matches.verdict), name="shared_verdict"),
    path("shared/<slug:secret>/replay/<int:number>/", unlisted(replay.replay), name="shared_replay"),
    path("shared/<slug:secret>/replay/<int:number>/<int:move>/", unlisted(replay.replay), name="shared_replay_at"),
    path("shared/<slug:secret>/frames/<int:number>/", unlisted(replay.frames), name="shared_frames"),
    path("shared/<slug:secret>/review/<int:number>/", unlisted(review.review), name="shared_review"),
    path("visitors/<uuid:visitor_id>/", of_visitor(matches.match), name="visitor_match"),
    path("visitors/<uuid:visitor_id>/state/", of_visitor(matches.state), name="visitor_state"),
    path("visitors/<uuid:visitor_id>/record/", of_visitor(matches.record), name="visitor_record"),
    path("visitors/<uuid:visitor_id>/verdict/", of_visitor(matches.verdict), name="visitor_verdict"),
    path("visitors/<uuid:visitor_id>/replay/<int:number>/", of_visitor(replay.replay), name="visitor_replay"),
    path("visitors/<uuid:visitor_id>/replay/<int:number>/<int:move>/", of_visitor(replay.replay), name="visitor_replay_at"),
    path("visitors/<uuid:visitor_id>/frames/<int:number>/", of_visitor(replay.frames), name="visitor_frames"),
    path("visitors/<uuid:visitor_id>/review/<int:number>/", of_visitor(review.review), name="visitor_review"),
    path("visitors/files/<uuid:file_id>/", of_visitor(visitors.visitor_file), name="visitor_file"),
    path("visitors/files/<uuid:file_id>/delete/", of_visitor(visitors.delete), name="delete_visitor_file"),
    path("embed/<uuid:match_id>/<int:number>/", embed.board, name="embed"),
    path("embed/<uuid:match_id>/<int:number>/<int:move>/", embed.board, name="embed_at"),
    path("embed/<uuid:match_id>/<int:number>/frames/", embed.frames, name="embed_frames"),
    path("embed/shared/<slug:secret>/<int:number>/", embed.board, name="shared_embed"),
    path("embed/shared/<slug:secret>/<int:number>/<int:move>/", embed.board, name="shared_embed_at"),
    path("embed/shared/<slug:secret>/<int:number>/frames/", embed.frames, name="shared_embed_frames"),
    path("shared/<slug:secret>/matches/<uuid:match_id>/", unlisted(matches.match), name="shared_event_match"),
    path("shared/<slug:secret>/matches/<uuid:match_id>/state/", unlisted(matches.state), name="shared_event_state"),
    path("shared/<slug:secret>/matches/<uuid:match_id>/record/", unlisted(matches.record), name="shared_event_record"),
    path("shared/<slug:secret>/matches/<uuid:match_id>/verdict/", unlisted(matches.verdict), name="shared_event_verdict"),
    path(
        "shared/<slug:secret>/matches/<uuid:match_id>/replay/<int:number>/",
        unlisted(replay.replay),
        name="shared_event_replay",
    ),
    path(
        "shared/<slug:secret>/matches/<uuid:match_id>/replay/<int:number>/<int:move>/",
        unlisted(replay.replay),
        name="shared_event_replay_at",
    ),
    path(
        "shared/<slug:secret>/matches/<uuid:match_id>/frames/<int:number>/",
        unlisted(replay.frames),
        name="shared_event_frames",
    ),
    path(
        "shared/<slug:secret>/matches/<uuid:match_id>/review/<int:number>/",
        unlisted(review.review),
        name="shared_event_review",
    ),
    path("events/<uuid:event_id>/", events.event, name="event"),
    path("events/<uuid:event_id>/unresolved/", events.unresolved, name="unresolved"),
    path("events/<uuid:event_id>/attach/", tables.attach, name="attach"),
    path("events/<uuid:event_id>/tables/<int:table_id>/", tables.table, name="event_table"),
    path("events/<uuid:event_id>/removed/<uuid:match_id>/", tables.put_back, name="put_back"),
    path("events/<uuid:event_id>/entrants/", entrants.entrants, name="entrants"),
    path("events/<uuid:event_id>/entrants/<int:entrant_id>/", entrants.entrant, name="entrant"),
    path("events/<uuid:event_id>/settings/", settings.settings, name="event_settings"),
    path("events/<uuid:event_id>/stages/", settings.stages, name="event_stages"),
    path("events/<uuid:event_id>/stages/<int:number>/", settings.stage, name="event_stage"),
    path("events/<uuid:event_id>/delete/", settings.delete, name="delete_event"),
    path("events/<uuid:event_id>/matches/<uuid:match_id>/rule/", rulings.rule, name="rule"),
    path("events/<uuid:event_id>/share/", event_sharing.share_event, name="share_event"),
    path("events/<uuid:event_id>/links/<uuid:share_id>/revoke/", event_sharing.revoke_event, name="revoke_event"),
    path("batches/", batches.batches_page, name="batches"),
    path("batches/<uuid:batch_id>/", batches.batch, name="batch"),
    path("batches/<uuid:batch_id>/progress/", batches.progress, name="batch_progress"),
    path("batches/<uuid:batch_id>/cancel/", batches.cancel, name="cancel_batch"),
    path("batches/<uuid:batch_id>/resume/", batches.resume, name="resume_batch"),
    path("clubs/", clubs.clubs_page, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/upload/", clubs.upload, name="club_upload"),
    path("clubs/<slug:slug>/rename/", clubs.rename, name="rename"),
    path("clubs/<slug:slug>/invitation/", clubs.invitation, name="invitation"),
    path("clubs/<slug:slug>/events/", events.events_page, name="events"),
    path("clubs/<slug:slug>/people/", clubs.people, name="people"),
    path("clubs/<slug:slug>/people/invite/", clubs.invite, name="invite"),
    path("clubs/<slug:slug>/people/links/", clubs.make_invitation, name="invitations"),
    path("clubs/<slug:slug>/people/links/<uuid:invitation_id>/revoke/", clubs.revoke_invitation, name="revoke_invitation"),
    path("clubs/<slug:slug>/people/removed/<int:member_id>/", clubs.restore, name="restore_member"),
    path("clubs/<slug:slug>/people/<str:username>/role/", clubs.role, name="role"),
    path("clubs/<slug:slug>/people/<str:username>/remove/", clubs.remove, name="remove"),
    path("clubs/<slug:slug>/players/", players.players_page, name="players"),
    path("clubs/<slug:slug>/players/merge/", players.merge, name="merge_players"),
    path("clubs/<slug:slug>/players/regroupings/<int:regrouping_id>/undo/", players.undo, name="undo_player_merge"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/", players.player, name="player"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/rename/", players.rename, name="rename_player"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/split/", players.split, name="split_player"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/mistakes/", mistakes.training, name="mistakes"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/mistakes/search/", mistakes.search, name="mistake_search"),
    path("clubs/<slug:slug>/players/<uuid:player_id>/mistakes/<int:mistake_id>/", mistakes.one, name="mistake"),
    path("clubs/<slug:slug>/audit/", audit.log, name="club_audit"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks_page, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/", webhooks.webhook, name="webhook"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/change/", webhooks.change, name="change_webhook"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/rotate/", webhooks.secret, name="webhook_secret"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/test/", webhooks.test, name="webhook_test"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/remove/", webhooks.remove, name="remove_webhook"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/redeliver/", webhooks.redeliver, name="redeliver_all"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/", webhooks.delivery, name="delivery"),
    path(
        "clubs/<slug:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver/",
        webhooks.redeliver,
        name="redeliver",
    ),
    path("events/<uuid:event_id>/publish/", publications.publish, name="publish"),
    path("events/<uuid:event_id>/publishing/", publications.progress, name="publishing"),
    path("events/<uuid:event_id>/publications/", publications.publications_page, name="publications"),
    path("events/<uuid:event_id>/publications/<int:number>/", publications.publication, name="publication"),
    path("shared/<slug:secret>/publications/", unlisted(publications.publications_page), name="shared_publications"),
    path("shared/<slug:secret>/publications/<int:number>/", unlisted(publications.publication), name="shared_publication"),
    path(
        "shared/<slug:secret>/publications/<int:number>/<str:form>",
        unlisted(publications.publication_file),
        name="shared_publication_file",
    ),
    path("results-keys/", publications.results_keys, name="results_keys"),
    path("enter/", entry.enter, name="enter"),
    path("enter/check/", entry.check, name="check_draft"),
    path("clubs/<slug:slug>/rejudgings/", rejudging.of_club, name="club_rejudgings"),
    path("rejudgings/", rejudging.of_all, name="rejudgings"),
    path("rejudgings/<uuid:rejudging_id>/", rejudging.rejudging_page, name="rejudging"),
    path("rejudgings/<uuid:rejudging_id>/progress/", rejudging.progress, name="rejudging_progress"),
    path("rejudgings/<uuid:rejudging_id>/cancel/", rejudging.cancel, name="cancel_rejudging"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/worth/", calculator.result, name="worth"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", rulebooks.rulebook, name="rulebook"),
    path("account/", account.account, name="account"),
    path("account/data/", account.data, name="own_data"),
    path("account/delete/", account.delete, name="delete_account"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path(".well-known/security.txt", security_txt.security_txt, name="security_txt"),
    path("account/sessions/<int:session_id>/end/", account.end_session, name="end_session"),
]
