// Puts accounts' objects to sleep: memory is lost, sockets and storage stay.
import unsafe from "workerd:unsafe";

export default {
  async fetch(request, env) {
    if (request.headers.get("authorization") !== env.KEY) return new Response(null, { status: 403 });
    const ids = await request.json();
    const naps = await Promise.allSettled(
      ids.map((id) => unsafe.evict(env.BROKER.get(env.BROKER.idFromString(id)), { webSockets: "hibernate" })),
    );
    return Response.json({ count: naps.filter(({ status }) => status === "fulfilled").length });
  },
};
