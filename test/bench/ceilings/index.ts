/** The two ceilings: the smallest object broker, and a bare Hono route with one D1 read. */
import { Hono } from "hono";

export { Mini } from "./mini.ts";

interface Env {
  DB: D1Database;
  MINI: DurableObjectNamespace;
}

const app = new Hono<{ Bindings: Env }>();

app.get("/list", async (context) => {
  const read = context.env.DB.prepare("SELECT id, name, state, created_at FROM device WHERE user_id = ?");
  return context.json((await read.bind("user").all()).results);
});
app.get("/health", (context) => context.text("ok"));
app.get("/mqtt", (context) => {
  const object = context.env.MINI.get(context.env.MINI.idFromName("mini"));
  return object.fetch(context.req.raw);
});

export default app;
