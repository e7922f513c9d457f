/** What starts a product, and what it is while it runs. */

export interface Product {
  url: string;
  /** Resolves with the exit code when all its processes have ended. */
  ended: Promise<number>;
}

export interface ProductOptions {
  port: number;
  stateDirectory: string;
  args: string[];
  /** Reloads after edits of the source. */
  watch: boolean;
  print(line: string): void;
  /** Stops the product, also while it starts. */
  stop: AbortSignal;
}
