/** What does Lighthouse say of the pages that a newcomer opens first? Its own mobile setting, several runs of each page. */
import { launchChromium } from "./browser/chromium.ts";
import { launchServer } from "./browser/server.ts";
import { type Bench, distribution, median, type Ratio, type Table } from "./harness.ts";
import { INSTALL_PEERS } from "./lib/peers.ts";
import { type Audit, audit, loadLighthouse } from "./lighthouse/audit.ts";
import { goals } from "./lighthouse/goals.ts";

const PAGES = { home: "/home", chain: "/option-chain", pricing: "/pricing" } as const;

type Audits = ReadonlyMap<string, readonly Audit[]>;
type Figure = Exclude<keyof Audit, "shortcomings">;

function tableOf(
  audits: Audits,
  title: string,
  unit: string,
  better: "higher" | "lower",
  figure: Figure,
  goal: Pick<Ratio, "unit" | "atLeast" | "atMost"> = {},
): Table {
  const values = (page: string): number[] => (audits.get(page) ?? []).map((one) => one[figure]);
  return {
    title,
    unit,
    better,
    rows: [...audits.keys()].map((page) => distribution(page, values(page))),
    ratios: [...audits.keys()].map((page) => ({
      what: `${page}: ${title.toLowerCase()}`,
      value: median(values(page)),
      better,
      ...goal,
    })),
  };
}

export const bench: Bench = {
  name: "lighthouse",
  question: "What does Lighthouse say of the pages that a newcomer opens first?",
  about:
    "Lighthouse loads home, option chain and pricing as a phone on a slow line would, by its own simulation, and gives each up to 100 points. " +
    "It multiplies what the browser's main thread did here, so that a machine that is busy with something else looks like a slow page: the median of several runs counts.",
  async run({ quick, progress }) {
    const lighthouse = await loadLighthouse();
    if (lighthouse === null) return { tables: [], notes: [`Lighthouse is not installed: ${INSTALL_PEERS}`] };
    const server = await launchServer();
    const audits = new Map<string, Audit[]>(Object.keys(PAGES).map((page) => [page, []]));
    const rounds = quick ? 1 : 5;
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const [page, path] of Object.entries(PAGES)) {
          progress(`round ${round} of ${rounds}: ${page}`);
          const browser = await launchChromium();
          try {
            audits.get(page)!.push(await audit(lighthouse, server.origin + path, browser.debuggerPort));
          } finally {
            await browser.stop();
          }
        }
      }
    } finally {
      await server.stop();
    }
    const short = (page: string): string => {
      const all = new Set(audits.get(page)!.flatMap(({ shortcomings }) => shortcomings));
      return `${page} falls short in: ${[...all].join("; ") || "nothing"}`;
    };
    return {
      tables: [
        tableOf(audits, "Performance", "points", "higher", "performance", goals.performance),
        tableOf(audits, "Accessibility", "points", "higher", "accessibility", goals.others),
        tableOf(audits, "Best practices", "points", "higher", "bestPractices", goals.others),
        tableOf(audits, "Search engines", "points", "higher", "seo", goals.others),
        tableOf(audits, "Main thread blocked", "ms", "lower", "blocking", goals.blocking),
        tableOf(audits, "Layout shift", "share of the screen", "lower", "shift", goals.shift),
        tableOf(audits, "First paint", "ms", "lower", "firstPaint"),
        tableOf(audits, "Largest paint", "ms", "lower", "largestPaint"),
      ],
      notes: Object.keys(PAGES).map(short),
    };
  },
};
