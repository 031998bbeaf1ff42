"""A gate in front of a server that wants a token: the suite cannot send one. Everything else passes as it is, Host and Origin, too,
because a scenario is about them."""

import asyncio
import threading

# Bytes of the head of a request; more is no request of the suite's.
HEAD = 64 << 10


class Gate:
    """Listens on a free port of this machine while it is open."""

    def __init__(self, port: int, token: str):
        self.behind = port
        self.token = token
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self) -> int:
        self.thread.start()
        starting = asyncio.start_server(self.pass_on, "127.0.0.1", 0, limit=HEAD)
        self.server = asyncio.run_coroutine_threadsafe(starting, self.loop).result(10)
        return self.server.sockets[0].getsockname()[1]

    def __exit__(self, *_) -> None:
        self.loop.call_soon_threadsafe(self.server.close)
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def end(self) -> None:
        others = asyncio.all_tasks(self.loop) - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request and its answer: both sides are told that there is no other on this connection."""
        behind = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, *headers = head[:-4].split(b"\r\n")
            kept = [line for line in headers if not line.lower().startswith((b"connection:", b"authorization:"))]
            kept += [b"Connection: close", b"Authorization: Bearer " + self.token.encode()]
            inward, behind = await asyncio.open_connection("127.0.0.1", self.behind)
            behind.write(b"\r\n".join([first, *kept]) + b"\r\n\r\n")
            # The body follows; that the suite hangs up is passed on as well, because that ends a stream.
            both = [asyncio.create_task(copy(reader, behind)), asyncio.create_task(copy(inward, writer))]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass  # someone hung up, or the gate closes
        finally:
            for side in writer, behind:
                if side is not None:
                    side.close()


async def copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while piece := await source.read(64 << 10):
        sink.write(piece)
        await sink.drain()
