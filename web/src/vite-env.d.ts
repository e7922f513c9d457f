interface ImportMetaEnv {
  /** Origin of the API, when it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** `wss://host` of the broker, when it is not the page's own. */
  readonly VITE_BROKER_URL?: string;
}
