/** The whole API on one screen: what happens to every request, and where each one goes. */

import { Hono } from "hono";
import { ENDPOINTS, type EndpointName } from "./contract/endpoints.ts";
import { type Env, Misconfigured, settings } from "./env.ts";
import { notFound } from "./errors.ts";
import { dispatch, type Resource } from "./http/dispatch.ts";
import { addCors, addHeaders } from "./http/headers.ts";
import { logMisconfigured, logRequest } from "./http/log.ts";
import { render, toApiError } from "./http/render.ts";
import { devMail } from "./mail/dev-mail.ts";
import { openapiDocument, referencePage } from "./openapi.ts";
import { ROUTES } from "./routes/index.ts";
import { mqtt } from "./routes/mqtt.ts";

type Api = { Bindings: Env; Variables: { requestId: string; error: unknown } };

/** The calls of the contract by path: `/v0/devices/on-off/{id}/` → `{ PUT: "updateDevice", DELETE: … }`. */
function resources(): Map<string, Resource> {
  const byPath = new Map<string, Resource>();
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { path, method } = ENDPOINTS[name];
    byPath.set(path, { ...byPath.get(path), [method]: name });
  }
  return byPath;
}

const app = new Hono<Api>({ strict: false });

app.use(async (c, next) => {
  const [requestId, started] = [crypto.randomUUID(), Date.now()];
  c.set("requestId", requestId);
  // A bad variable is said before it is met somewhere on the way.
  const { requestLog } = settings(c.env);
  await next();
  // An upgrade has no headers to add to: its answer is the socket.
  if (c.res.webSocket == null) {
    addHeaders(c.res.headers, requestId);
    addCors(c.env, c.req.raw, c.res.headers);
  }
  const served = { requestId, request: c.req.raw, status: c.res.status, started, error: c.var.error };
  logRequest(requestLog, served);
});

for (const [path, resource] of resources()) {
  app.all(path.replace(/\/$/, "").replace("{id}", ":id"), (c) =>
    dispatch(resource, ROUTES, {
      request: c.req.raw,
      env: c.env,
      url: new URL(c.req.url),
      id: c.req.param("id"),
      after: (work) => c.executionCtx.waitUntil(work),
    }),
  );
}

app.get("/v0/openapi.json", (c) => c.json(openapiDocument(ENDPOINTS)));
app.get("/v0/reference", (c) => referencePage(openapiDocument(ENDPOINTS, new URL(c.req.url).origin)));
app.all("/mqtt", (c) => mqtt(c.req.raw, c.env, new URL(c.req.url)));
app.all("/mqtt/:userId", (c) => mqtt(c.req.raw, c.env, new URL(c.req.url)));
app.all("/dev/mail", (c) => devMail(c.req.raw, c.env));
app.all("/dev/mail/:id", (c) => devMail(c.req.raw, c.env));

app.notFound((c) => render(notFound(), c.var.requestId));
app.onError((error, c) => {
  c.set("error", error);
  if (error instanceof Misconfigured) logMisconfigured(error);
  return render(toApiError(error), c.var.requestId);
});

export { app };
