// Two small Workers beside the product's, in the language of the runtime.
import { WorkerEntrypoint } from "cloudflare:workers";

/** Accepts letters: the product keeps them for `/dev/mail`. */
export class Mail extends WorkerEntrypoint {
  async send() {
    return { messageId: crypto.randomUUID() };
  }
}

/** Runs the jobs. It listens on a port of this machine only, and the product checks the key. */
export default {
  async fetch(request, env) {
    const key = new URL(request.url).searchParams.get("cron") ?? "";
    await env.PRODUCT.scheduled({ cron: key, scheduledTime: new Date() });
    return new Response(null, { status: 204 });
  },
};
