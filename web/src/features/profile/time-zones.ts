/** The time zones to choose from; the empty value is the browser's own. */
export function timeZoneOptions(chosen: string): (readonly [value: string, text: string])[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = Intl.supportedValuesOf("timeZone");
  // the server knows names that this browser may lack
  const names = chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
  return [
    ["", `As this browser (${own})`],
    ...names.map((name) => [name, name.replaceAll("_", " ")] as const),
  ];
}

export const CLOCK_OPTIONS = [
  ["12", "12 hours (6:30 PM)"],
  ["24", "24 hours (18:30)"],
] as const;
