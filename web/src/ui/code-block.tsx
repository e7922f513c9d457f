import type { ReactNode } from "react";
import { CopyIconButton } from "./copy.tsx";

interface CodeBlockProps {
  /** The accessible name, also for the copy button. */
  name: string;
  /** Shown above; by default the name. */
  title?: ReactNode;
  text: string;
}

/** Text to copy, with a copy button: snippets, the token's secret, and API calls from `curl` of `api/curl.ts`. */
export function CodeBlock({ name, title = name, text }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-hairline bg-well">
      <figcaption className="flex items-center justify-between gap-2 border-b border-hairline bg-panel py-1 pr-1.5 pl-4 text-sm">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <CopyIconButton text={text} label={`Copy ${name}`} />
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls in it, by keys too
        tabIndex={0}
        aria-label={name}
        className="max-h-56 overflow-y-auto p-4 -outline-offset-2"
      >
        <pre className="text-xs leading-5 break-all whitespace-pre-wrap">
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  );
}
