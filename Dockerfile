# The service's image: web, worker, sweeper and the commands are the same image with another command (compose.yaml).
# Everything is installed from the lock file by its hashes; it runs as nobody in particular and writes only to /var/lib/referee and /tmp.
FROM python:3.11.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
RUN python -m venv /opt/referee
ENV PATH=/opt/referee/bin:$PATH
WORKDIR /srv/referee
COPY requirements.lock ./
RUN pip install -q --require-hashes -r requirements.lock
COPY pyproject.toml README.md manage.py gunicorn.conf.py ./
COPY referee referee
COPY records records
COPY api api
COPY frontend frontend
COPY config config
RUN pip install -q --no-deps -e . \
 && python -m compileall -q /opt/referee /srv/referee \
 && REFEREE_VAR=/tmp/build STATIC_ROOT=/srv/referee/static python manage.py collectstatic --no-input --verbosity 0

FROM python:3.11.13-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/referee --create-home referee
COPY --from=build /opt/referee /opt/referee
COPY --from=build /srv/referee /srv/referee
ENV PATH=/opt/referee/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    REFEREE_VAR=/var/lib/referee STATIC_ROOT=/srv/referee/static
WORKDIR /srv/referee
USER referee
VOLUME /var/lib/referee
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "12"]
