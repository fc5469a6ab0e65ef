"""The addresses of this machine on its own network, found without asking anybody."""

import ipaddress
import socket
import struct
import sys

SIOCGIFADDR = 0x8915


def addresses() -> tuple[str, ...]:
    """The IPv4 addresses others may reach this machine by, the likeliest first; () where there is no network."""
    found = [address for address in (*_routed(), *_of_interfaces(), *_named()) if _is_useful(address)]
    return tuple(dict.fromkeys(found))


def _is_useful(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)


def _routed() -> tuple[str, ...]:
    """The address the way out would be taken from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation, RFC 5737
        except OSError:
            return ()
        return (probe.getsockname()[0],)


def _of_interfaces() -> tuple[str, ...]:
    """The address of each interface: a house network may have no way out."""
    if sys.platform != "linux":
        return ()
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                row = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            found.append(socket.inet_ntoa(row[20:24]))
    return tuple(found)


def _named() -> tuple[str, ...]:
    try:
        rows = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(str(row[4][0]) for row in rows)
