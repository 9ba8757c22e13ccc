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
const blueOrange = {
  light: palette(/:root\[data-palette="blue-orange"\] \{([^}]*)\}/),
  dark: palette(/:root\[data-palette="blue-orange"\]\[data-theme="dark"\] \{([^}]*)\}/),
  followed: palette(/:root\[data-palette="blue-orange"\]:not\(\[data-theme="light"\]\) \{([^}]*)\}/),
};

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
  ["light blue and orange", { ...light, ...blueOrange.light }],
  ["dark blue and orange", { ...dark, ...blueOrange.dark }],
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
  expect(blueOrange.followed).toEqual(blueOrange.dark);
});

/** Red, green and blue, 0 to 1, linear, as a dichromat sees them (Viénot, Brettel and Mollon 1999, their reduced matrices). */
function asSeenBy(blindness: "protan" | "deutan", hex: string): readonly number[] {
  const [r, g, b] = [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2) as [
    number,
    number,
    number,
  ];
  const [long, short] =
    blindness === "protan"
      ? [0.11238 * r + 0.88762 * g, 0.00401 * r - 0.00401 * g + b]
      : [0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b];
  return [long, long, short];
}

test("blue and orange stay apart to eyes that see no red or no green; green and red do not, which is why there are two", () => {
  const apart = (a: string, b: string, blindness: "protan" | "deutan"): number => {
    const [x, y] = [asSeenBy(blindness, a), asSeenBy(blindness, b)];
    // What is left of a hue: blue against yellow, apart from how light it is.
    const hue = ([l = 0, , s = 0]: readonly number[]) => (s - l) / (s + l);
    return Math.abs(hue(x) - hue(y));
  };
  for (const blindness of ["protan", "deutan"] as const) {
    for (const theme of ["light", "dark"] as const) {
      const { up, down } = blueOrange[theme];
      expect(apart(up!, down!, blindness), `${blindness}, ${theme}`).toBeGreaterThan(1);
    }
    expect(apart(light.up!, light.down!, blindness)).toBeLessThan(1);
  }
});

test("the second palette changes what the first one colours by red and green, and nothing else", () => {
  const names = ["up", "down", "tick-up", "tick-down"];
  expect(Object.keys(blueOrange.light).sort()).toEqual([...names].sort());
  expect(Object.keys(blueOrange.dark).sort()).toEqual([...names].sort());
});

/** Place on the circle of hues, degrees. */
function hueOf(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const by = most - least;
  const sixth = most === r ? (g - b) / by : most === g ? (b - r) / by + 2 : (r - g) / by + 4;
  return (sixth * 60 + 360) % 360;
}

test("[CHAIN-44] bars of calls and puts have hues of their own, apart from gain and loss in both palettes", () => {
  const apart = (a: string, b: string): number => {
    const by = Math.abs(hueOf(a) - hueOf(b));
    return Math.min(by, 360 - by);
  };
  expect(hueOf("#00ff00")).toBe(120);
  const palettes = [light, dark, { ...light, ...blueOrange.light }, { ...dark, ...blueOrange.dark }];
  for (const { up, down, "oi-call": call, "oi-put": put } of palettes) {
    expect(apart(call!, put!)).toBeGreaterThan(60);
    for (const bar of [call!, put!])
      for (const sign of [up!, down!]) expect(apart(bar, sign), `${bar} beside ${sign}`).toBeGreaterThan(25);
  }
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
