/** The table of forms of announcements: what the product makes of each. */

import { type Announced, listed } from "./figures.ts";
import type { Form } from "./form.ts";
import { FORMS } from "./others.ts";

function announcedBy({ topic, payload, parts = {} }: Form): Announced[] {
  const all = [[topic, payload] as const, ...Object.entries(parts)];
  return all.map(([place, fields]) => [place, JSON.stringify(fields)]);
}

/** How each of its devices is switched, or why it is not. */
export const outcomesOf = (form: Form): string[] =>
  listed(announcedBy(form)).map(({ how }) => {
    if ("whyNot" in how) return how.whyNot;
    const controls = (how.controls ?? []).map(({ control: { key, kind } }) => `${key} (${kind})`);
    const order = how.isPowerFirst === true ? ", power first" : "";
    return `switched${order}${controls.length === 0 ? "" : ` with ${controls.join(", ")}`}`;
  });

export const renderForms = (): string =>
  [
    "| software | announced | here |",
    "| --- | --- | --- |",
    ...FORMS.map((form) => {
      const { software, form: name } = form;
      return `| ${software} | ${name.replace(/: $/, "")} | ${outcomesOf(form).join("; ")} |`;
    }),
  ].join("\n");
