/** What a newcomer's browser fetches until a strategy is live on the page, and what its socket brings from then on. */
import { BUILDER_LIVE, plainName, routeSizes, total } from "../../scripts/route-sizes.ts";
import { launchChromium } from "../browser/chromium.ts";
import { type Context, distribution, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { builderUrl, draftOf, IRON_CONDOR, IS_DRAWN, openBuilder, rest } from "./product.ts";
import type { Sites } from "./sites.ts";
import { type Body, startWireMeter, type WireMeter } from "./wire-meter.ts";

const CODE = /^(text\/html|text\/css|(text|application)\/javascript|application\/wasm)$/;
const FONT = /^font\//;
/** Files with a row of their own. */
const SHOWN = 12;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const kilobytes = (bodies: readonly Body[]): number =>
  bodies.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** What comes as the tab's draft, so that its payoff is there as soon as it can be. */
async function keptStrategy(sites: Sites): Promise<string> {
  const browser = await launchChromium();
  try {
    await browser.signIn(sites.product);
    return await draftOf(await openBuilder(browser, sites.product.origin, IRON_CONDOR));
  } finally {
    await browser.stop();
  }
}

interface Carried {
  readonly bodies: readonly Body[];
  /** bytes a second */
  readonly socket: number;
}

/** With an empty profile: nothing is in any cache. */
async function load(meter: WireMeter, sites: Sites, draft: string, ms: number): Promise<Carried> {
  const browser = await launchChromium();
  try {
    await browser.signIn(sites.product);
    const tab = await browser.open(builderUrl(meter.origin), { visible: true, before: draft });
    await tab.until(IS_DRAWN, 60_000);
    const drawnAt = Date.now();
    await rest();
    const before = meter.socketBytes();
    const from = performance.now();
    await wait(ms);
    const socket = ((meter.socketBytes() - before) / (performance.now() - from)) * 1000;
    return { bodies: meter.bodies.filter(({ askedAt }) => askedAt <= drawnAt), socket };
  } finally {
    await browser.stop();
  }
}

/** What tests/e2e/size.test.ts counts as loaded beside what was; pages are one document under many addresses. */
function countedNote(code: readonly Body[]): string {
  const { code: counted } = routeSizes("dist/web", BUILDER_LIVE)!;
  const came = new Set(code.map(({ path, type }) => (type === "text/html" ? "index.html" : path.slice(1))));
  const missing = [...came].filter((file) => counted[file] === undefined);
  const idle = Object.keys(counted).filter((file) => !came.has(file));
  const names = (files: readonly string[]): string => files.map(plainName).join(", ") || "nothing";
  return `tests/e2e/size.test.ts counts ${(total(counted) / 1000).toFixed(1)} kB until the payoff is live; came and is not counted: ${names(missing)}; is counted and did not come: ${names(idle)}`;
}

export async function wireTables(sites: Sites, context: Context, notes: string[]): Promise<Table[]> {
  context.progress("over the wire");
  const draft = await keptStrategy(sites);
  const meter = await startWireMeter(sites.product.origin);
  const { bodies, socket } = await load(meter, sites, draft, context.quick ? 5000 : 20_000).finally(() =>
    meter.stop(),
  );
  const code = bodies.filter(({ type }) => CODE.test(type));
  notes.push(countedNote(code));
  const bySize = code.toSorted((a, b) => b.bytes - a.bytes);
  const [largest, small] = [bySize.slice(0, SHOWN), bySize.slice(SHOWN)];
  const fonts = bodies.filter(({ type }) => FONT.test(type));
  const answers = bodies.filter((body) => !code.includes(body) && !fonts.includes(body));
  return [
    {
      title: "Over the wire until the payoff is live, Brotli",
      unit: "kB",
      better: "lower",
      rows: [
        ...largest.map((body) => distribution(plainName(body.path), [kilobytes([body])])),
        distribution(`${small.length} smaller files`, [kilobytes(small)]),
        distribution("fonts", [kilobytes(fonts)]),
        distribution("answers of the API", [kilobytes(answers)]),
      ],
      ratios: [
        {
          what: "code until the payoff is live, workers and WebAssembly included",
          value: kilobytes(code),
          ...goals.code,
        },
      ],
    },
    {
      title: "The socket of a live page, one expiry",
      unit: "kB a second",
      better: "lower",
      rows: [distribution("the builder", [socket / 1000])],
      ratios: [{ what: "the builder's socket", value: socket / 1000, unit: "kB/s", isPublished: true }],
    },
  ];
}
