import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync("src/components/theme/tokens.css", "utf8");

function palette(selector: RegExp): Record<string, string> {
  const block = selector.exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6,8});/gi)].map((m) => [m[1], m[2]]),
  );
}

const light = palette(/:root \{([^}]*)\}/);
const dark = palette(/:root\[data-theme="dark"\] \{([^}]*)\}/);
const followed = palette(/:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/);

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** WCAG 2.2 contrast ratio of two opaque colours. */
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("%s palette", (_, colours) => {
  test.each(["ink", "ink-2", "ink-3", "up", "down", "buy", "sell", "accent", "warn", "stale"])(
    "%s reads on paper, surface and quiet surface at 4.5:1 or more",
    (name) => {
      for (const ground of ["paper", "surface", "surface-2"]) {
        expect(contrast(colours[name]!, colours[ground]!), `${name} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    },
  );

  test("accent buttons read, and the focus ring stands out at 3:1 or more", () => {
    expect(contrast(colours["accent-ink"]!, colours.accent!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.focus!, colours.paper!)).toBeGreaterThanOrEqual(3);
  });
});

test("dark chosen by hand and dark followed from the system are one palette", () => {
  expect(Object.keys(dark).length).toBeGreaterThan(20);
  expect(followed).toEqual(dark);
});

test("no literal colour stands outside the tokens", () => {
  const files = readdirSync("src", { recursive: true })
    .map(String)
    .filter((name) => /\.(css|tsx?)$/.test(name) && !name.endsWith("tokens.css"));
  for (const name of files) {
    const text = readFileSync(path.join("src", name), "utf8").replace(
      /#(domain|protocol|workers|src)\//g,
      "",
    );
    expect(text.match(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi) ?? [], name).toEqual([]);
  }
});
