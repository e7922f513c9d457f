import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  path: string;
  signedIn?: boolean;
  heading: string | RegExp;
  /** Another screen shows all of this one, and is tested for it; `TEST_ALL` tests both. */
  partOf?: string;
  prepare?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<void>;
}
