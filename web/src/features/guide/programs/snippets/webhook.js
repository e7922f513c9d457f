// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook("YOUR_WEBHOOK_SECRET");

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const { id, type, data } = webhook.verify(body, request.headers);
    console.log(id, type, data.text);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(8080, () => console.log("Listening on port", server.address().port));
