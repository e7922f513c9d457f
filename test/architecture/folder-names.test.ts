/** The README of a folder names each folder in it, and the folders that it names exist. */

import { describe, expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** A README, and the folder that its names are relative to. */
const READMES = [
  { readme: "worker/README.md", folder: "worker/" },
  { readme: "broker/README.md", folder: "broker/" },
  { readme: "web/README.md", folder: "web/src/" },
  { readme: "test/README.md", folder: "test/" },
];

const foldersIn = (folder: string): string[] => [
  ...new Set(
    files
      .filter((file) => file.startsWith(folder))
      .map((file) => file.slice(folder.length).split("/"))
      .flatMap((parts) => (parts.length > 1 ? [parts[0] as string] : [])),
  ),
];

/** Folders that a text names in backticks, from the repository's root or from its own folder. */
const namesIn = (text: string, folder: string): string[] =>
  [...text.matchAll(/`(?:npm [^`]*|([\w-]+(?:\/[\w-]+)*)\/)`/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name.startsWith(folder) ? name.slice(folder.length) : name],
  );

const topOf = (folder: string): string => folder.slice(0, folder.indexOf("/") + 1);
const isFolder = (name: string, folder: string): boolean =>
  files.some(
    (file) => file.startsWith(`${name}/`) || (file.startsWith(topOf(folder)) && file.includes(`/${name}/`)),
  );

describe.each(READMES)("$readme", ({ readme, folder }) => {
  const text = textOf(readme);

  it("names folders that exist", () => {
    expect(namesIn(text, folder).filter((name) => !isFolder(name, folder))).toEqual([]);
  });

  it("names each folder", () => {
    const isNamed = (name: string) => new RegExp(`[\`/(]${name}(?:/[\\w*./-]*)?[\`)/]`).test(text);
    expect(foldersIn(folder).length).toBeGreaterThan(5);
    expect(foldersIn(folder).filter((name) => !isNamed(name))).toEqual([]);
  });
});

it("a folder that is missing is found", () => {
  expect(
    namesIn("| `local/`, `nowhere/` | x |", "worker/").filter((each) => !isFolder(each, "worker/")),
  ).toEqual(["nowhere"]);
});
