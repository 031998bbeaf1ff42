"""A proxy that adds the server's token to each request, because the suite cannot send one. It passes
everything else unchanged, including Host and Origin, which a scenario tests."""

import asyncio
import threading

# The maximum size of a request's header.
MAX_HEADER_BYTES = 64 << 10


class Gate:
    """Listens on a free local port while it is open."""

    def __init__(self, port: int, token: str):
        self.behind = port
        self.token = token
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self) -> int:
        self.thread.start()
        starting = asyncio.start_server(self.pass_on, "127.0.0.1", 0, limit=MAX_HEADER_BYTES)
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
        """Passes on one request and its response, then closes both connections."""
        behind = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, *headers = head[:-4].split(b"\r\n")
            kept = [line for line in headers if not line.lower().startswith((b"connection:", b"authorization:"))]
            kept += [b"Connection: close", b"Authorization: Bearer " + self.token.encode()]
            inward, behind = await asyncio.open_connection("127.0.0.1", self.behind)
            behind.write(b"\r\n".join([first, *kept]) + b"\r\n\r\n")
            # The body follows. When the suite hangs up, the connection to the server is closed too, because
            # that ends a stream.
            both = [asyncio.create_task(copy(reader, behind)), asyncio.create_task(copy(inward, writer))]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass  # one side hung up, or the proxy is closing
        finally:
            for side in writer, behind:
                if side is not None:
                    side.close()


async def copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while piece := await source.read(64 << 10):
        sink.write(piece)
        await sink.drain()
