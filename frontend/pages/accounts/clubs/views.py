"""The pages of clubs: the reader's clubs, a club's archive, its people."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from frontend.components.dropped_file import answer_drop
from frontend.components.matches.listing import listing
from frontend.components.rules.choices import kept_groups
from frontend.i18n.localized import localized
from records.accounts import access, clubs
from records.accounts.models import Club, Membership, Role
from records.accounts.sign_in import invitations
from records.archive import matches
from records.core.errors import Refusal
from records.tournament import events


def _member(club: Club, username: str) -> Membership:
    membership = clubs.member_of(club, username)
    if membership is None:
        raise Http404
    return membership


def _role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError as error:
        raise Http404 from error


@login_required
@require_http_methods(["GET", "POST"])
def clubs_page(request: HttpRequest) -> HttpResponse:
    """The reader's clubs and invitations, and the form to found a club."""
    context: dict[str, Any] = {"memberships": access.memberships_of(request.user)}
    context["served"] = events.served_by(request.user)
    context["invitations"] = access.invitations_of(request.user)
    if request.method == "POST":
        given = {name: request.POST.get(name, "").strip() for name in ("name", "slug")}
        try:
            return redirect("pages:club", clubs.create(request.user, **given).slug)
        except Refusal as refusal:
            context |= {"given": given, "error": localized(refusal.message)}
            return render(request, "pages/accounts/clubs/clubs.html", context, status=refusal.status)
    return render(request, "pages/accounts/clubs/clubs.html", context)


@login_required
@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's archive, with the upload for those who score for the club."""
    found = club_or_404(request, slug)
    context = listing(request, matches.of_club(request.user, found), found)
    of_club = {"club": found, "rights": rights_in(request, found), "kept_rules": kept_groups([found])}
    return render(request, "pages/accounts/clubs/club.html", {**context, **of_club})


@login_required
@require_POST
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload dropped files into the club."""
    found = club_or_404(request, slug)
    if not access.may(request.user, access.Right.SCORE, found):
        return forbidden_page(request, 403)
    return answer_drop(request, found)


@login_required
@require_GET
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club; for its organizers, with the forms to invite and remove people."""
    return _people(request, club_or_404(request, slug))


def _people(request: HttpRequest, found: Club, refusal: Refusal | None = None, fresh: str = "") -> HttpResponse:
    rights = rights_in(request, found)
    by_link = rights["invite"] and settings.SIGN_UP != "closed"
    removed = clubs.removed_lately(request.user, found)
    open_to = [role for role in Role if rights["govern"] or not role.covers(Role.ORGANIZER)] if rights["invite"] else []
    context = {
        "club": found,
        "people": clubs.people_of(found),
        "removed": removed,
        "undone": next((one for one in removed if str(one.member) == request.GET.get("undo")), None),
        "rights": rights,
        "roles": open_to,
        "links_offered": invitations.OFFERED if by_link else (),
        "links": invitations.of_club(found) if by_link else (),
        "fresh": fresh,
        "error": localized(refusal.message) if refusal else "",
    }
    return render(request, "pages/accounts/clubs/people.html", context, status=refusal.status if refusal else 200)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Rename a club."""
    found = club_or_404(request, slug)
    try:
        clubs.rename(request.user, found, request.POST.get("name", ""))
    except Refusal as refusal:
        return _people(request, club_or_404(request, slug), refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite someone by the name of their account."""
    found = club_or_404(request, slug)
    try:
        clubs.invite(request.user, found, request.POST.get("username", "").strip(), _role(request.POST.get("role", "")))
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def make_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link by which somebody makes an account and joins the club; it is shown this once."""
    found = club_or_404(request, slug)
    try:
        _, secret = invitations.make(request.user, found, _role(request.POST.get("role", "")), request.POST.get("name", ""))
    except Refusal as refusal:
        return _people(request, found, refusal)
    return _people(request, found, fresh=request.build_absolute_uri(reverse("account_invitation", args=[secret])))


@login_required
@require_POST
def revoke_invitation(request: HttpRequest, slug: str, invitation_id: uuid.UUID) -> HttpResponse:
    """Take a link back."""
    found = club_or_404(request, slug)
    try:
        if not invitations.revoke(request.user, found, invitation_id):
            raise Http404
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def role(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Change a member's role."""
    found = club_or_404(request, slug)
    try:
        clubs.change_role(request.user, _member(found, username), _role(request.POST.get("role", "")))
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Remove a member from the club, which the page then offers to undo; members may remove themselves."""
    found = club_or_404(request, slug)
    membership = _member(found, username)
    try:
        clubs.remove_member(request.user, membership)
    except Refusal as refusal:
        return _people(request, found, refusal)
    gone = membership.user_id == request.user.pk and not request.user.is_staff
    return redirect("pages:clubs") if gone else redirect(f"{reverse('pages:people', args=[slug])}?undo={membership.pk}")


@login_required
@require_POST
def restore(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Bring somebody back who was removed, in the role that they had."""
    found = club_or_404(request, slug)
    try:
        clubs.restore_member(request.user, found, member_id)
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept an invitation, or decline it."""
    mine = clubs.invitation_to(request.user, slug)
    if mine is None:
        raise Http404
    if request.POST.get("answer") == "yes":
        clubs.accept_invitation(mine)
        return redirect("pages:club", slug)
    clubs.remove_member(request.user, mine)
    return redirect("pages:clubs")
