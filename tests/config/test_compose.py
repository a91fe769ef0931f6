"""Every service of compose.yaml is confined: rights, networks, secrets, files, memory. No rule names a service."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.urls import reverse

from tests.config.deployment import COMPOSE, DOCKERFILE, ROOT

SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NAMES = sorted(SERVICES)
OURS = [name for name in NAMES if "build" in SERVICES[name]]
THEIRS = [name for name in NAMES if "build" not in SERVICES[name]]
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
IDLE, BASE, TIMES = 130, 64, 20
"""MiB of an idle process, and the budget of a text above it: so many, and so many times its size (docs, performance)."""


def public(service: dict[str, Any]) -> bool:
    """Whether everybody who reaches this machine reaches the service."""
    return any(not port.startswith("127.0.0.1:") for port in service.get("ports", []))


def leads_out(network: str) -> bool:
    """Whether a network leads to other machines."""
    options = COMPOSE["networks"][network] or {}
    masked = options.get("driver_opts", {}).get("com.docker.network.bridge.enable_ip_masquerade", "true")
    return not options.get("internal", False) and masked == "true"


def mebibytes(size: str) -> int:
    number, unit = re.fullmatch(r"(\d+)([mg])", size).groups()
    return int(number) * (1024 if unit == "g" else 1)


def mounted_in_memory(service: dict[str, Any]) -> dict[str, int]:
    """The MiB that may lie in each tmpfs, by its folder."""
    return {
        place: mebibytes(re.search(r"size=(\w+)", options)[1])
        for place, _, options in (mount.partition(":") for mount in service["tmpfs"])
    }


def default(service: dict[str, Any], variable: str) -> int:
    """The number that a variable has where .env says nothing; 0 where the service knows no such variable."""
    found = re.fullmatch(r"\$\{\w+:-(\d+)\}", str(service["environment"].get(variable, "")))
    return int(found[1]) if found else 0


def command(service: dict[str, Any]) -> list[str]:
    return service.get("command") or re.findall(r'"([^"]+)"', re.search(r"^CMD (.*)$", DOCKERFILE, re.M)[1])


@pytest.mark.parametrize("name", NAMES)
class TestEveryService:
    def test_has_no_rights(self, name: str) -> None:
        service = SERVICES[name]
        assert service["cap_drop"] == ["ALL"]
        assert set(service.get("cap_add", [])) <= {"NET_BIND_SERVICE"}
        assert "no-new-privileges:true" in service["security_opt"]
        assert not {"privileged", "network_mode", "pid", "ipc", "devices"} & set(service)
        # Not root: the image says who, or this file does. A port below 1024 is all that root is needed for.
        assert name in OURS or service.get("user", "root") != "root" or service.get("cap_add")

    def test_writes_only_where_it_is_said(self, name: str) -> None:
        service = SERVICES[name]
        assert service["read_only"] is True
        assert all(size > 0 for size in mounted_in_memory(service).values())
        assert not [volume for volume in service.get("volumes", []) if "docker.sock" in volume]
        assert not [volume for volume in service.get("volumes", []) if volume.startswith(".") and not volume.endswith(":ro")]

    def test_has_bounds(self, name: str) -> None:
        limits = SERVICES[name]["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0
        assert mebibytes(limits["memory"]) >= sum(mounted_in_memory(SERVICES[name]).values())
        assert SERVICES[name]["logging"]["options"]["max-size"]

    def test_is_in_the_networks_that_it_needs(self, name: str) -> None:
        service = SERVICES[name]
        networks = service["networks"]
        assert "default" not in networks
        assert set(networks) <= set(COMPOSE["networks"])
        outwards = public(service) or "referee.webhooks" in command(service)
        assert any(map(leads_out, networks)) == outwards
        # The first by name that is not internal is the way out, unless Docker is told otherwise.
        gateways = sorted(network for network in networks if not (COMPOSE["networks"][network] or {}).get("internal"))
        assert not outwards or leads_out(gateways[0])

    def test_is_reached_by_everybody_only_where_it_stands_before_others(self, name: str) -> None:
        service = SERVICES[name]
        if public(service):
            neighbours = {other for other in NAMES if set(SERVICES[other]["networks"]) & set(service["networks"])} - {name}
            # Who keeps something is out of its reach; who reaches out as well is no server.
            assert not [other for other in neighbours if other in THEIRS]
            assert {"80:80", "443:443"} == set(service["ports"])
        for port in service.get("ports", []):
            assert public(service) or port.startswith("127.0.0.1:")

    def test_knows_no_password_but_its_own(self, name: str) -> None:
        told = yaml.safe_dump(SERVICES[name].get("environment", {}))
        migrates = "migrate" in str(command(SERVICES[name]))
        if name in OURS:
            assert "${POSTGRES_PASSWORD" not in told
            assert ("${DATABASE_OWNER_PASSWORD" in told) == migrates
            assert ("${DATABASE_PASSWORD" in told) != migrates
            assert "LOG_LEVEL" in told
        if public(SERVICES[name]):
            assert "PASSWORD" not in told
            assert "SECRET" not in told


def test_nodes_of_the_broker_are_those_that_their_configuration_names() -> None:
    """Each forms a cluster with the others, whose files are its own."""
    configuration = (ROOT / "scripts/machines/rabbitmq.conf").read_text(encoding="ascii")
    named = re.findall(r"nodes\.\d = rabbit@(\w+)", configuration)
    nodes = [name for name in NAMES if SERVICES[name].get("profiles") == ["cluster"]]
    assert sorted(named) == nodes
    assert len(nodes) == 3
    for name in nodes:
        service = SERVICES[name]
        assert service["hostname"] == name
        assert f"{name}:/var/lib/rabbitmq" in service["volumes"]
        assert "./scripts/machines/rabbitmq.conf:/etc/rabbitmq/conf.d/cluster.conf:ro" in service["volumes"]
        assert service["environment"]["RABBITMQ_ERLANG_COOKIE"]


@pytest.mark.parametrize("name", OURS)
def test_service_has_the_memory_of_its_budget(name: str) -> None:
    """Each process may judge the largest text at once, a stream takes 60 KiB, and memory's own file systems are counted too."""
    service, words = SERVICES[name], command(SERVICES[name])
    judges = "gunicorn" in words or ("referee" in words and "-Q" in words)
    option = {"gunicorn": "--workers", "celery": "--concurrency"}.get(words[0], "")
    processes = int(words[words.index(option) + 1]) if option in words else 0
    children = default(service, "JUDGES") * settings.JUDGE_MEMORY if "gunicorn" in words else 0
    each = IDLE + (BASE + TIMES * settings.UPLOAD_BYTES // 1024**2 if judges else 0) + children
    streams = default(service, "LIVE_STREAMS") * 60 // 1024 if "config.live" in words else 0
    if processes or streams:
        needed = IDLE + processes * each + streams + sum(mounted_in_memory(service).values())
        assert mebibytes(service["deploy"]["resources"]["limits"]["memory"]) >= needed


@pytest.mark.parametrize("name", [name for name in OURS if "gunicorn" in command(SERVICES[name])])
def test_web_keeps_figures_apart_from_uploads_and_counts_requests_together(name: str) -> None:
    service = SERVICES[name]
    folder, mounts = service["environment"]["METRICS_DIR"], mounted_in_memory(service)
    assert folder in mounts
    assert not folder.startswith("/tmp")
    assert mounts["/tmp"] * 1024**2 > settings.BATCH_BYTES
    host = re.fullmatch(r"redis://(\w+):6379/0", service["environment"]["CACHE_URL"])[1]
    assert set(SERVICES[host]["networks"]) & set(service["networks"])
    assert service["depends_on"][host] == {"condition": "service_healthy"}


@pytest.mark.parametrize("name", THEIRS)
def test_network_of_a_store_is_internal_and_shared_with_who_uses_it(name: str) -> None:
    service = SERVICES[name]
    if not public(service):
        assert [network for network in service["networks"] if not COMPOSE["networks"][network].get("internal")] == []
        users = [other for other in OURS if set(SERVICES[other]["networks"]) & set(service["networks"])]
        assert users, "nobody reaches it"
        for user in users:
            # What has a profile is named where the profile is chosen.
            told = EXAMPLE if "profiles" in service else str(SERVICES[user]["environment"])
            assert re.search(rf"[@/]{name}[:/]", told), (user, name)


def test_streams_lead_to_the_live_service_through_the_proxy_and_end_before_it_cuts_them() -> None:
    """The service that the Caddyfile names for streams serves them, where the proxy reaches it, and past no time limit of it."""
    caddyfile = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    pattern = re.search(r"@live path_regexp (\S+)", caddyfile)[1]
    name, port = re.search(r"reverse_proxy @live \{\$LIVE:(\w+):(\d+)\}", caddyfile).groups()
    event = uuid.uuid4()
    for address in (reverse("pages:event_live", args=[event]), reverse("api:live_events", args=[event])):
        assert re.match(pattern, address)
    for address in (reverse("pages:event", args=[event]), reverse("api:event", args=[event])):
        assert not re.match(pattern, address)
    service = SERVICES[name]
    assert command(service)[:3] == ["python", "-m", "config.live"]
    assert port in command(service)
    proxies = [one for one in SERVICES.values() if public(one)]
    assert all(set(one["networks"]) & set(service["networks"]) for one in proxies)
    assert int(re.search(r"\bwrite (\d+)m\b", caddyfile)[1]) * 60 > settings.LIVE_SECONDS
    assert f":{port}/healthz" in str(service["healthcheck"]["test"])
