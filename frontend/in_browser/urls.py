"""The addresses of the pages that are drawn in the browser, under the names that they have in the service."""

from django.urls import include, path

from frontend.in_browser import matches, results, sheets, tools

PAGES = [
    path("", matches.home, name="home"),
    path("upload/", matches.upload, name="upload"),
    path("files/<int:number>/", matches.file, name="dropped"),
    path("matches/<int:key>/", matches.match, name="match"),
    path("matches/<int:key>/replay/<place:place>/", matches.replay, name="replay"),
    path("calculator/", tools.calculator, name="calculator"),
    path("enter/", tools.enter, name="enter"),
    path("sheet/", sheets.sheet, name="sheet"),
    path("results/", results.results, name="results"),
    path("rules/", tools.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", tools.rulebook, name="rulebook"),
]
FILES = [
    path("verify", tools.check, name="verify"),
    path("matches/<int:key>/record/", matches.record, name="source"),
    path("matches/<int:key>/verdict/", matches.verdict, name="verdict"),
    path("matches/<int:key>/rounds/<int:number>/frames", matches.frames, name="frames"),
    path("matches/<int:key>/rounds/<int:number>/review", matches.review, name="review"),
    path("matches/<int:key>/rounds/<int:number>/review/<int:move>", matches.turn, name="turn"),
]
"""The addresses that the service has in its API."""
urlpatterns = [path("", include((PAGES, "pages"))), path("", include((FILES, "api")))]
