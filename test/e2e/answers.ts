import type { Page, Route } from "@playwright/test";

/**
 * The JSON that the product answers. The runtime closes a kept connection after some idle seconds; a request that meets
 * the end is sent again, as browsers do (RFC 9112, section 9.3.1).
 */
export async function jsonOf(route: Route, url?: string) {
  const response = await route.fetch({ ...(url === undefined ? {} : { url }), maxRetries: 1 });
  return response.json();
}

/** Changes the product's answers on their way to the page. */
export const changeAnswers = <Json>(page: Page, path: string | RegExp, change: (json: Json) => unknown) =>
  page.route(path, async (route) => route.fulfill({ json: change(await jsonOf(route)) }));
