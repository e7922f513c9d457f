declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database;
      BROKER: DurableObjectNamespace;
      ASSETS: Fetcher;
    }
  }
}
export type Env = Cloudflare.Env;
