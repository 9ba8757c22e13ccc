/** What pages load before they are live, as it comes over the wire: read from a build's manifest. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { withoutPicture } from "../server/web/page-documents.ts";

/**
 * What the chain's route may take: the page and all that it cannot start without, workers and WebAssembly included (Brotli). A limit says
 * where it stands and holds it there; what was promised is the goal, which does not move (bench/startup.bench.ts): 170. The name of a
 * build, which its pieces carry, moves the same code by up to 0.3.
 */
export const ROUTE_LIMIT_KB = 166;

export interface RouteParts {
  /** What is loaded beyond every page's own, with all that it cannot start without: named as in the manifest. */
  readonly parts?: readonly string[];
  /** The same of pieces that only a worker knows, by the name in front of their hash. */
  readonly pieces?: readonly string[];
  /** Pieces that this page does not load although every page's code names them. */
  readonly without?: readonly string[];
}

/** The strategy builder's page and all that it cannot start without. Chart, payoff and legs come after it. */
export const BUILDER_PAGE: RouteParts = {
  parts: ["src/app/frame/PageFrame.tsx", "src/features/builder/BuilderPage.tsx"],
  without: ["painter-worker"],
};
export const BUILDER_PAGE_LIMIT_KB = 268.7;

/**
 * All that the strategy builder has loaded when its payoff is live, as a browser fetches it: `npm run bench -- builder` compares this list
 * with what comes over the wire. The goal is 280 (bench/builder/goals.ts) and missed; this is where it stands.
 */
export const BUILDER_LIVE: RouteParts = {
  parts: [
    ...BUILDER_PAGE.parts!,
    "src/app/header/theme/ThemeButton.tsx",
    "src/app/afterwards/Afterwards.tsx",
    "src/features/builder/legs/LegList.tsx",
    "src/strategy/tabs/PayoffTab.tsx",
  ],
  pieces: ["listed-contracts", "tab-streams", "strategy-markets", "chain-packets"],
  without: BUILDER_PAGE.without!,
};
export const BUILDER_LIVE_LIMIT_KB = 351.1;

/** The market overview, which most visitors come from. */
export const HOME_PAGE: RouteParts = {
  parts: ["src/app/frame/PageFrame.tsx", "src/features/home/Home.tsx"],
  without: ["painter-worker"],
};

/** A tab of the page of open interest, its chart among it. */
const openInterest = (tab: string, more: Partial<RouteParts> = {}): RouteParts => ({
  parts: [
    "src/app/frame/PageFrame.tsx",
    "src/features/open-interest/OpenInterestPage.tsx",
    `src/features/open-interest/${tab}.tsx`,
  ],
  without: ["painter-worker"],
  ...more,
});
/**
 * What each loads beyond home, as a browser fetches it. The goal is 50 for every one, missed by less than uPlot weighs (19.9): these are where
 * they stand.
 */
export const OPEN_INTEREST_TABS: readonly {
  readonly name: string;
  readonly route: RouteParts;
  readonly limitKb: number;
}[] = [
  { name: "open interest by strike", route: openInterest("by-strike/ByStrike"), limitKb: 57.2 },
  { name: "open interest over time", route: openInterest("over-time/OverTime"), limitKb: 59.2 },
  {
    name: "open interest of futures over time",
    route: openInterest("over-time/FuturesOverTime"),
    limitKb: 59.9,
  },
  {
    name: "open interest of many strikes",
    route: openInterest("multistrike/Multistrike", { pieces: ["listed-contracts"] }),
    limitKb: 71.9,
  },
];

/** The chart of one instrument, live; what not every chart has, such as indicators and drawings, comes after it. */
export const CHART_PAGE: RouteParts = {
  parts: ["src/app/frame/PageFrame.tsx", "src/features/chart/ChartPage.tsx"],
  without: ["painter-worker"],
};
/** Beyond home. The goal is 60. */
export const CHART_PAGE_LIMIT_KB = 59.4;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

export interface RouteSizes {
  /** bytes by file, fonts left out: text is there before they are */
  readonly code: Readonly<Record<string, number>>;
  readonly font: Readonly<Record<string, number>>;
}

/** The server compresses small files itself, at each request: as its `app.ts` says. */
const SENT_QUALITY = 4;

const compressed = (bytes: Buffer | string): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: SENT_QUALITY } }).length;

function wireSize(folder: string, file: string, isChain: boolean): number {
  const whole = path.join(folder, file);
  if (file === "index.html" && !isChain) return compressed(withoutPicture(readFileSync(whole, "utf8")));
  if (existsSync(`${whole}.br`)) return readFileSync(`${whole}.br`).length;
  const bytes = readFileSync(whole);
  return file.endsWith(".woff2") ? bytes.length : compressed(bytes);
}

/** Chunks that a script cannot start without. */
function importsOf(folder: string, file: string): string[] {
  if (!file.startsWith("assets/") || !file.endsWith(".js")) return [];
  const script = readFileSync(path.join(folder, file), "utf8");
  return [...script.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name]) => `assets/${name}`);
}

/** A file's name without what changes with every build. */
export const plainName = (file: string): string => file.replace(/-[\w-]{8}(?=\.\w+$)/, "");

/** @throws where there is none: what a route is said to load would then be counted too low */
function pieceNamed(scripts: readonly string[], name: string): string {
  const file = scripts.find((each) => plainName(each) === `${name}.js`);
  if (file === undefined) throw new Error(`no piece of the build is named ${name}: scripts/route-sizes.ts`);
  return `assets/${file}`;
}

/**
 * What the chain page loads, or another one.
 * @returns null when there is no build in the folder
 */
export function routeSizes(folder: string, route: RouteParts = {}): RouteSizes | null {
  const { parts = [], pieces = [], without = [] } = route;
  const manifest = path.join(folder, ".vite/manifest.json");
  if (!existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, Chunk>;
  const assets = readdirSync(path.join(folder, "assets"));
  const files = new Set(["index.html"]);
  const take = (chunk: Chunk): void => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const name of chunk.imports ?? []) take(chunks[name]!);
  };
  for (const name of ["index.html", ...parts]) {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`the manifest has no ${name}: scripts/route-sizes.ts`);
    take(chunk);
  }
  for (const name of pieces) files.add(pieceNamed(assets, name));
  // Workers name their own assets and chunks, which the page's manifest does not know.
  for (const file of assets) if (file.endsWith(".wasm")) files.add(`assets/${file}`);
  for (const name of without) files.delete(pieceNamed(assets, name));
  for (const file of files) for (const chunk of importsOf(folder, file)) files.add(chunk);
  const code: Record<string, number> = {};
  const font: Record<string, number> = {};
  for (const file of files) {
    if (!file.endsWith(".woff2")) code[file] = wireSize(folder, file, parts.length === 0);
    else if (file.includes("inter-latin-wght")) font[file] = wireSize(folder, file, false);
  }
  return { code, font };
}

export const total = (sizes: Readonly<Record<string, number>>): number =>
  Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);

/** What of a page another one has not loaded. */
export const beyond = (page: RouteSizes, before: RouteSizes): RouteSizes => ({
  ...page,
  code: Object.fromEntries(Object.entries(page.code).filter(([file]) => !(file in before.code))),
});
