import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  path: string;
  signedIn?: boolean;
  heading: string | RegExp;
  prepare?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<void>;
}
