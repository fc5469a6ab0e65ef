"""A bare socket server: a message in, an acknowledgement and six deliveries out: what tables are measured against."""

import asyncio
import json
import sys
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, serve


async def main(size: int) -> None:
    """Serve until ended. size: the bytes of a delivery."""
    rooms: dict[str, list[ServerConnection]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    padding = "." * size

    async def talk(line: ServerConnection) -> None:
        assert line.request is not None  # it is connected
        room = line.request.path
        rooms[room].append(line)
        await line.send(json.dumps({"type": "snapshot", "n": counts[room]}))
        async for message in line:
            counts[room] += 1
            delivery = json.dumps({"type": "update", "n": counts[room], "said": padding})
            await line.send(json.dumps({"type": "answer", "id": json.loads(message)["id"], "done": True}))
            for other in rooms[room]:
                await other.send(delivery)

    async with serve(talk, "127.0.0.1", 0, compression=None) as server:
        print(f"bare at http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
