"""The pages of clubs: mine, a club's archive, its people. Who may do what is asked of records."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.said import said
from frontend.views import listing, taken_in
from records import access, clubs, matches
from records.errors import Refusal
from records.models import Club, Membership, Role


def club_at(request: HttpRequest, slug: str) -> Club:
    """The club, where this person belongs to it."""
    club = clubs.find(request.user, slug)
    if club is None:
        raise Http404
    return club


def owned(request: HttpRequest, slug: str) -> Club | None:
    """The club, where this person governs it; None where they only belong to it. Raises Http404 for who does not."""
    found = club_at(request, slug)
    return found if access.may(request.user, access.Right.GOVERN, found) else None


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


def rights_in(request: HttpRequest, club: Club) -> dict[str, bool]:
    """What this person may do here, by the name of the right."""
    return {right.value: access.may(request.user, right, club) for right in access.Right}


@login_required
@require_http_methods(["GET", "POST"])
def clubs_page(request: HttpRequest) -> HttpResponse:
    """My clubs, invitations to answer, and founding another."""
    context: dict[str, Any] = {"memberships": access.memberships_of(request.user)}
    context["invitations"] = access.invitations_of(request.user)
    if request.method == "POST":
        given = {name: request.POST.get(name, "").strip() for name in ("name", "slug")}
        try:
            return redirect("pages:club", clubs.found(request.user, **given).slug)
        except Refusal as refusal:
            context |= {"given": given, "error": said(refusal.message)}
            return render(request, "frontend/clubs.html", context, status=refusal.status)
    return render(request, "frontend/clubs.html", context)


@login_required
@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's archive; whoever scores for it drops files here."""
    found = club_at(request, slug)
    context = listing(request, matches.of_club(request.user, found))
    return render(request, "frontend/club.html", {**context, "club": found, "rights": rights_in(request, found)})


@login_required
@require_POST
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take dropped files into the club."""
    found = club_at(request, slug)
    if not access.may(request.user, access.Right.SCORE, found):
        return refused(request, 403)
    results = [taken_in(request, file, found) for file in request.FILES.getlist("file")]
    return render(request, "frontend/parts/uploaded.html", {"results": results, "club": found})


@login_required
@require_GET
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to a club; for its organizers, inviting and removing people."""
    return _people(request, club_at(request, slug))


def _people(request: HttpRequest, found: Club, refusal: Refusal | None = None) -> HttpResponse:
    rights = rights_in(request, found)
    open_to = [role for role in Role if rights["govern"] or not role.covers(Role.ORGANIZER)] if rights["invite"] else []
    context = {
        "club": found,
        "people": clubs.people_of(found),
        "rights": rights,
        "roles": open_to,
        "error": said(refusal.message) if refusal else "",
    }
    return render(request, "frontend/people.html", context, status=refusal.status if refusal else 200)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a club another name."""
    found = club_at(request, slug)
    try:
        clubs.rename(request.user, found, request.POST.get("name", ""))
    except Refusal as refusal:
        return _people(request, club_at(request, slug), refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite someone by the name of their account."""
    found = club_at(request, slug)
    try:
        clubs.invite(request.user, found, request.POST.get("username", "").strip(), _role(request.POST.get("role", "")))
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def role(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Give someone another role."""
    found = club_at(request, slug)
    try:
        clubs.change_role(request.user, _member(found, username), _role(request.POST.get("role", "")))
    except Refusal as refusal:
        return _people(request, found, refusal)
    return redirect("pages:people", slug)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Take someone out of the club; oneself too."""
    found = club_at(request, slug)
    membership = _member(found, username)
    try:
        clubs.remove_member(request.user, membership)
    except Refusal as refusal:
        return _people(request, found, refusal)
    gone = membership.user_id == request.user.pk and not request.user.is_staff
    return redirect("pages:clubs") if gone else redirect("pages:people", slug)


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


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """A page that says that one's role does not allow this."""
    return render(request, "frontend/refused.html", status=status)
