import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { textsIn } from "../../scripts/texts.ts";

const SCREENS = ["src/app", "src/components", "src/features", "src/shared"];

function textsByFolder(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const screen of SCREENS) {
    for (const name of readdirSync(screen, { recursive: true, encoding: "utf8" })) {
      const file = path.posix.join(screen, name);
      if (!/\.tsx?$/.test(file) || path.basename(file) === "texts.ts") continue;
      const folder = path.posix.dirname(file);
      found.set(folder, [...(found.get(folder) ?? []), ...textsIn(file, readFileSync(file, "utf8"))]);
    }
  }
  return found;
}

const FOUND = textsByFolder();

test("what a reader reads stands in texts.ts", () => {
  expect(FOUND.size).toBeGreaterThan(30);
  expect([...FOUND.values()].flat()).toEqual([]);
});

test.each([
  ["text between tags", "<p>Login</p>", "Login"],
  ["text behind a choice", '<p>{a ? "Yes" : TEXTS.no}</p>', "Yes"],
  ["text around a value", "<p>{`$A days`}</p>", "… days"],
  ["a name that is read out", '<button aria-label="Close" />', "Close"],
  ["a title that is put together", "<Screen title={`Part of $A`} />", "Part of …"],
  ["a sentence in a table of constants", '<p>{{ late: "Prices are late" }[a]}</p>', "Prices are late"],
  ["a sentence in a property of any name", '<Screen detail="Ends tomorrow" />', "Ends tomorrow"],
])("%s is found", (_, jsx, text) => {
  // A placeholder in a string of ours would be taken for a forgotten one.
  const view = jsx.replace("$A", `$${"{a}"}`);
  const code = `import b from "a b";\nexport const View = ({ a }) => ${view};\n`;
  expect(textsIn("src/features/planted/View.tsx", code)).toEqual([
    `src/features/planted/View.tsx:2: ${text}`,
  ]);
});

test("what is for machines, developers and the compiler is no text", () => {
  const code = `import b from "some where";
    // A comment of several words.
    if (!root) throw new Error("There is no root");
    if (matchMedia("(forced-colors: active)").matches) root.querySelector("main > h1, main > h2");
    const isWide = window.matchMedia("(min-width: 600px)").matches;
    const View = () => <a className="link wide" rel="noopener noreferrer" href="/home" data-testid="x">{TEXTS.home} · {1}<b>Strikewise</b></a>;`;
  expect(textsIn("src/features/planted/View.tsx", code)).toEqual([]);
});
