"""Limits: what counts as one address, buckets that are kept, and attempts to sign in."""

from __future__ import annotations

import pytest
from litestar import Request

from tabiji.core.errors import TabijiError
from tabiji.server import rate_limit
from tabiji.server.api_error import ApiError
from tabiji.server.rate_limit import RateLimiter, TokenBucket, address_bucket
from tabiji.server.settings import Settings

from tests.server.node_factory import QuickNode
from tests.server.visitor import Visitor, raises_api_error, run

MANY = 100  # more than there are tokens, however slow the machine is
PASSWORD = "fifty-three stations"


@pytest.mark.parametrize(
    ("address", "bucket"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:5:1:2:3:4", "2001:db8:0:5::/64"),
        ("2001:db8:0:5::", "2001:db8:0:5::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_what_counts_as_one_address(address: str, bucket: str) -> None:
    assert address_bucket(address) == bucket


def test_whoever_took_too_much_owes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.0, 2.9, 3.05, 3.15])
    monkeypatch.setattr("tabiji.server.rate_limit.time.monotonic", lambda: next(times))
    bucket = TokenBucket(rate=10, burst=20)
    assert bucket.take(50)  # 30 are owed
    assert [bucket.take() for _ in range(3)] == [False, False, True]


def test_full_buckets_of_others_are_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MAX_BUCKETS", 10)
    limiter = RateLimiter(Settings())
    for number in range(5):
        limiter._take_token("flood", 0.001, 5000)
        for other in range(5):
            limiter._take_token(f"another {number} {other}", 1, 1)
    with pytest.raises(ApiError, match="too many requests"):
        limiter._take_token("flood", 0.001, 5000)
    assert len(limiter._buckets) <= 10


def test_a_proxy_that_is_no_address_is_refused() -> None:
    Settings(proxies="127.0.0.1, 10.1.0.0/16,2001:db8::/32").check()
    Settings(proxies="*").check()
    for wrong in ("nginx", "10.0.0.1/24", "10.0.0.300"):
        with pytest.raises(TabijiError, match="cannot trust the proxy"):
            Settings(proxies=f"127.0.0.1,{wrong}").check()


def test_one_customers_ipv6_addresses_share_a_limit(strict: QuickNode) -> None:
    async def go() -> None:
        with raises_api_error("slow_down"):
            for host in range(MANY):
                async with Visitor(strict.base, address=f"2001:db8:0:5::{host:x}") as visitor:
                    await visitor.post("/api/me", name="Ann")
        async with Visitor(strict.base, "Ben", address="2001:db8:0:6::"):
            pass

    run(go())


def test_only_a_proxy_may_name_an_address(strict: QuickNode) -> None:
    async def go() -> None:
        # the proxy appends the address it sees: what a visitor claims stands before it
        with raises_api_error("slow_down"):
            for claimed in range(MANY):
                async with Visitor(strict.base, address=f"203.0.113.{claimed}, 198.51.100.1") as visitor:
                    await visitor.post("/api/me", name="Ann")

    run(go())


def test_attempts_to_sign_in_to_an_account_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.rate_limit.time.monotonic", lambda: 0.0)
    limiter = RateLimiter(Settings(attempts=3))

    def sign_in(host: int, right: bool = False, handle: str = "ann of edo") -> str:
        connection = Request({"type": "http", "headers": [], "client": (f"198.51.100.{host}", 1)})  # type: ignore[arg-type, typeddict-item, var-annotated]
        try:
            with limiter.sign_in(connection, handle):
                if not right:
                    raise ApiError("wrong_password", "wrong name or password")
        except ApiError as api_error:
            return api_error.code
        return "ok"

    for _ in range(3):
        assert sign_in(3) == "wrong_password"
    assert sign_in(3, right=True) == "slow_down"
    assert sign_in(3, handle="another account") == "wrong_password"
    for _ in range(20):
        assert sign_in(2, right=True) == "ok"  # its owner is not locked out, and uses nothing up
    for host in range(4, 13):
        assert sign_in(host) == "wrong_password"
    assert sign_in(13) == "slow_down"  # many addresses have no more than twelve together


def test_guessing_a_password_is_refused(strict: QuickNode) -> None:
    async def go() -> None:
        async with Visitor(strict.base, "Ann", address="198.51.100.2") as ann:
            await ann.post("/api/me/claim", name="Ann of Edo", password=PASSWORD)
        async with Visitor(strict.base, address="198.51.100.3") as eve:
            said = []
            for name in ("Ann of Edo", "ann OF edo", " Ann of  Edo", "ANN OF EDO") * 2:
                answer = await eve.http.post("/api/signin", json={"name": name, "password": "a guess"})
                said.append(answer.json()["message"])
            assert said[:3] == ["wrong name or password"] * 3
            assert "too many attempts to sign in with this name: wait a minute" in said

    run(go())
