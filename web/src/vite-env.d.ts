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

/** A file of `web/guide` by `web/build/guide.ts`: its title and lead, if it has them, and its sections. */
declare module "*.md?guide" {
  type GuideNode = import("./features/guide/guide-body.tsx").GuideNode;
  export const title: string;
  export const lead: string;
  export const sections: readonly (readonly [id: string, title: string, nodes: readonly GuideNode[]])[];
}

/** The ids and titles of its sections alone. */
declare module "*.md?outline" {
  const outline: readonly (readonly [id: string, title: string])[];
  export default outline;
}
