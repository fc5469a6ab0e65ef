"""What the server counts, for Prometheus: nothing in it names a table, a seat or a person."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

METHODS = frozenset(("GET", "HEAD", "POST", "DELETE"))


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        count = self.registry
        self._requests = Counter("certamen_requests", "Requests.", ["method", "route", "status"], registry=count)
        self._seconds = Histogram("certamen_request_seconds", "Time to answer a request.", ["route"], registry=count)
        self._commands = Counter("certamen_commands", "Commands.", ["deed", "became"], registry=count)
        self.acknowledged = Histogram(
            "certamen_acknowledge_seconds",
            "From a command's arrival to its answer, on disk by then.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5),
            registry=count,
        )
        self.sockets = Gauge("certamen_sockets", "Sockets open now.", registry=count)
        self.frames = Counter("certamen_frames", "Frames sent over sockets.", registry=count)
        self.slow = Counter("certamen_sockets_slow", "Sockets closed because nothing was read.", registry=count)
        self._host = Gauge("certamen_host", "What the tables' host counts.", ["what"], registry=count)

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method if method in METHODS else "other", route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def commanded(self, deed: str, became: str, seconds: float) -> None:
        """A command was answered: done, refused or stale."""
        self._commands.labels(deed, became).inc()
        self.acknowledged.observe(seconds)

    def counted(self, counts: Mapping[str, int]) -> None:
        """What the host of the tables counts now."""
        for what, number in counts.items():
            self._host.labels(what).set(number)

    def text(self) -> bytes:
        """All of it, in Prometheus' text form."""
        return generate_latest(self.registry)
