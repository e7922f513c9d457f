"""A program as aiomqtt's documentation writes it: the library raises, and the program tries again."""

import asyncio
import sys

import aiomqtt

host, port, client_id, username, password = sys.argv[1:6]


async def main():
    while True:
        try:
            async with aiomqtt.Client(
                host, int(port), identifier=client_id, username=username, password=password
            ) as client:
                await client.subscribe("workshop/lamp")
                async for message in client.messages:
                    print(message.topic)
        except aiomqtt.MqttError:
            await asyncio.sleep(1)


asyncio.run(main())
