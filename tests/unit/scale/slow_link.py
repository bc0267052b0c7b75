"""A link that takes its time: ``python slow_link.py SECONDS FROM_HOST:PORT=TO_HOST:PORT ...``, each way.

The kernel's ``netem`` does the same, where there is one.
"""

import asyncio
import sys


async def carry(reader, writer, seconds):
    """Every piece of data arrives so much later; the pieces after it do not wait for it."""
    queue = asyncio.Queue()

    async def deliver():
        while True:
            due, data = await queue.get()
            await asyncio.sleep(due - loop.time())
            writer.write(data)
            if not data:
                writer.close()
                return

    loop = asyncio.get_running_loop()
    delivery = loop.create_task(deliver())
    data = b"something"
    while data:
        try:
            data = await reader.read(2**16)
        except OSError:
            data = b""
        queue.put_nowait((loop.time() + seconds, data))
    await delivery


async def relay(seconds, there, reader, writer):
    far_reader, far_writer = await asyncio.open_connection(*there)
    await asyncio.gather(carry(reader, far_writer, seconds), carry(far_reader, writer, seconds))


async def main(seconds, *links):
    servers = []
    for link in links:
        here, there = (end.rsplit(":", 1) for end in link.split("="))
        servers.append(await asyncio.start_server(lambda *ends, to=there: relay(seconds, to, *ends), *here))
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]), *sys.argv[2:]))
