"""The pages of clubs: the reader's clubs, a club's archive, its people, its export."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from frontend.components.clubs.rights import club_or_404, owned_club, rights_in
from frontend.components.dropped_file import answer_drop
from frontend.components.matches.listing import listing
from frontend.components.page.actions import Page, id_in, number_in, reader_of
from frontend.components.page.sent_once import sent_once
from frontend.components.rules.choices import kept_groups
from records.accounts import access, clubs
from records.accounts.access.roles import require
from records.accounts.models import Club, Membership, Role
from records.accounts.sign_in import invitations
from records.archive import club_exports, matches
from records.tournament import events


def _show_all(request: HttpRequest, reader: User, *, error: str = "") -> HttpResponse:
    """The reader's clubs and invitations, and the form to found a club."""
    context = {
        "memberships": access.memberships_of(reader),
        "served": events.served_by(reader),
        "invitations": access.invitations_of(reader),
        "given": {name: request.POST.get(name, "") for name in ("name", "slug")},
        "error": error,
    }
    return render(request, "pages/accounts/clubs/clubs.html", context)


def _found(request: HttpRequest, reader: User) -> HttpResponse:
    given = {name: request.POST.get(name, "").strip() for name in ("name", "slug")}
    return redirect("pages:club", clubs.create(reader, **given).slug)


def _invitation(request: HttpRequest, reader: User) -> Membership:
    """The reader's invitation to the club that the form names. Raises Http404."""
    mine = clubs.invitation_to(reader, request.POST.get("club", ""))
    if mine is None:
        raise Http404
    return mine


def _join(request: HttpRequest, reader: User) -> HttpResponse:
    mine = _invitation(request, reader)
    clubs.accept_invitation(mine)
    return redirect("pages:club", mine.club.slug)


def _decline(request: HttpRequest, reader: User) -> HttpResponse:
    clubs.remove_member(reader, _invitation(request, reader))
    return redirect("pages:clubs")


def _show(request: HttpRequest, found: Club, *, error: str = "") -> HttpResponse:
    """A club's archive, with the upload for those who score for the club."""
    context = listing(request, matches.of_club(request.user, found), found)
    of_club = {"club": found, "rights": rights_in(request, found), "kept_rules": kept_groups([found]), "error": error}
    return render(request, "pages/accounts/clubs/club.html", {**context, **of_club})


def _upload(request: HttpRequest, found: Club) -> HttpResponse:
    """Upload dropped files into the club."""
    require(access.may(request.user, access.Right.SCORE, found))
    return answer_drop(request, found)


def _show_people(request: HttpRequest, found: Club, *, error: str = "", fresh: str = "") -> HttpResponse:
    """The members of a club; for its organizers, with the forms to invite and remove people. ``fresh``: the address of a link
    that was just made."""
    rights = rights_in(request, found)
    by_link = rights["invite"] and settings.SIGN_UP != "closed"
    removed = clubs.removed_lately(request.user, found)
    open_to = [role for role in Role if rights["govern"] or not role.covers(Role.ORGANIZER)] if rights["invite"] else []
    context = {
        "club": found,
        "people": clubs.people_of(found),
        "removed": removed,
        "undone": next((one for one in removed if one.member == number_in(request.GET, "undo")), None),
        "rights": rights,
        "roles": open_to,
        "links_offered": invitations.OFFERED if by_link else (),
        "links": invitations.of_club(found) if by_link else (),
        "fresh": fresh,
        "error": error,
    }
    return render(request, "pages/accounts/clubs/people.html", context)


def _role(request: HttpRequest) -> Role:
    try:
        return Role(request.POST.get("role", ""))
    except ValueError as error:
        raise Http404 from error


def _member(request: HttpRequest, found: Club) -> Membership:
    membership = clubs.member_of(found, request.POST.get("username", ""))
    if membership is None:
        raise Http404
    return membership


def _rename(request: HttpRequest, found: Club) -> HttpResponse:
    clubs.rename(request.user, found, request.POST.get("name", ""))
    return redirect("pages:people", found.slug)


def _invite(request: HttpRequest, found: Club) -> HttpResponse:
    """Invite someone by the name of their account."""
    clubs.invite(request.user, found, request.POST.get("username", "").strip(), _role(request))
    return redirect("pages:people", found.slug)


def _make_link(request: HttpRequest, found: Club) -> HttpResponse:
    """Make a link by which somebody makes an account and joins the club; it is shown this once."""
    _, secret = invitations.make(request.user, found, _role(request), request.POST.get("name", ""))
    return _show_people(request, found, fresh=request.build_absolute_uri(reverse("account_invitation", args=[secret])))


def _revoke_link(request: HttpRequest, found: Club) -> HttpResponse:
    if not invitations.revoke(request.user, found, id_in(request.POST, "link")):
        raise Http404
    return redirect("pages:people", found.slug)


def _change_role(request: HttpRequest, found: Club) -> HttpResponse:
    clubs.change_role(request.user, _member(request, found), _role(request))
    return redirect("pages:people", found.slug)


def _remove(request: HttpRequest, found: Club) -> HttpResponse:
    """Remove a member from the club, which the page then offers to undo; members may remove themselves."""
    membership = _member(request, found)
    clubs.remove_member(request.user, membership)
    gone = membership.user_id == request.user.pk and not request.user.is_staff
    undo = f"{reverse('pages:people', args=[found.slug])}?undo={membership.pk}"
    return redirect("pages:clubs") if gone else redirect(undo)


def _restore(request: HttpRequest, found: Club) -> HttpResponse:
    """Bring somebody back who was removed, in the role that they had."""
    clubs.restore_member(request.user, found, number_in(request.POST, "member"))
    return redirect("pages:people", found.slug)


def _show_export(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """A club's latest export, for its owners."""
    context = {
        "club": club,
        "export": club_exports.latest(request.user, club),
        "rights": rights_in(request, club),
        "error": error,
    }
    return render(request, "pages/accounts/clubs/export.html", context)


def _ask_export(request: HttpRequest, club: Club) -> HttpResponse:
    """Have an export made."""
    club_exports.ask(request.user, club)
    return redirect("pages:club_export", club.slug)


clubs_page = login_required(Page(reader_of, _show_all, found=sent_once(_found), join=_join, decline=_decline))
club = login_required(Page(club_or_404, _show, upload=_upload))
people = login_required(
    Page(
        club_or_404,
        _show_people,
        rename=_rename,
        invite=_invite,
        make_link=sent_once(_make_link),
        revoke_link=_revoke_link,
        role=_change_role,
        remove=_remove,
        restore=_restore,
    )
)
export = login_required(never_cache(Page(owned_club, _show_export, ask=_ask_export)))
