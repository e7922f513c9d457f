interface ImportMetaEnv {
  /** Origin of the API, when it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** `wss://host` of the broker, when it is not the page's own. */
  readonly VITE_BROKER_URL?: string;
}

/** A file as `web/build/snippet-tokens.ts` reads it: pairs of kind and text. */
declare module "*?snippet" {
  const tokens: readonly (readonly [kind: string, text: string])[];
  export default tokens;
}
