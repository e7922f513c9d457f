interface ImportMetaEnv {
  /** Origin of the API, if not the page's. */
  readonly VITE_API_URL?: string;
  /** `wss://host` of the broker, if not the page's. */
  readonly VITE_BROKER_URL?: string;
}

/** Defined by `public/before-paint.js` in a built page. */
interface Window {
  /** Asks for the files of a signed-in screen by its path. */
  loadScreen?(path: string): Promise<unknown>;
  /** The first screen's call, made while the script loads. */
  ahead?: { url: string; token: string; answer: Promise<Response> };
}

/** A file as tokens of `web/build/snippet-tokens.ts`: pairs of kind and text. */
declare module "*?snippet" {
  const tokens: readonly (readonly [kind: string, text: string])[];
  export default tokens;
}
