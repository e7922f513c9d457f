import type { Page, Route } from "@playwright/test";

/**
 * The JSON that the product answers. The runtime closes a kept connection after some idle seconds; a request that meets
 * the end is sent again, as browsers do (RFC 9112, section 9.3.1).
 */
export async function jsonOf(route: Route, url?: string) {
  const response = await route.fetch({ ...(url === undefined ? {} : { url }), maxRetries: 1 });
  return response.json();
}

/** Changes the product's answers on their way to the page. A page that was left meanwhile needs none. */
export const changeAnswers = <Json>(page: Page, path: string | RegExp, change: (json: Json) => unknown) =>
  page.route(path, async (route) => {
    const json: Json | undefined = await jsonOf(route).catch(() => undefined);
    const done = json === undefined ? route.abort() : route.fulfill({ json: change(json) });
    await done.catch(() => {});
  });
