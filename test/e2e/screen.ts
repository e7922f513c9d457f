import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  path: string;
  signedIn?: boolean;
  heading: string | RegExp;
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What a person does to get to this state of the screen. */
  open?: (page: Page) => Promise<void>;
}
