/** Lighthouse, the audit that search engines and newcomers judge a page by, as a peer's program that is only asked. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { peerFolder } from "../lib/peers.ts";

/** Each of 0 to 100, times in ms. */
export interface Audit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  /** names of audits of all categories that fall short, with what they say */
  readonly shortcomings: readonly string[];
}

interface Result {
  readonly lhr: {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Readonly<
      Record<
        string,
        {
          readonly score: number | null;
          readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
        }
      >
    >;
    readonly audits: Readonly<
      Record<
        string,
        {
          readonly score: number | null;
          readonly title: string;
          readonly numericValue?: number;
          readonly displayValue?: string;
        }
      >
    >;
  };
}

type Lighthouse = (url: string, flags: Readonly<Record<string, unknown>>) => Promise<Result | undefined>;

/** @returns null where Lighthouse is not installed */
export async function loadLighthouse(): Promise<Lighthouse | null> {
  const folder = peerFolder("lighthouse");
  if (folder === null) return null;
  const file = pathToFileURL(path.join(folder, "core/index.js")).href;
  return ((await import(file)) as { default: Lighthouse }).default;
}

/** Its own mobile setting: a small screen, a simulated slow line and a processor four times slower. */
export async function audit(lighthouse: Lighthouse, url: string, port: number): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
  });
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse, ${url}: ${runtimeError.message}`);
  const score = (category: string): number => 100 * (categories[category]?.score ?? Number.NaN);
  const figure = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    firstPaint: figure("first-contentful-paint"),
    largestPaint: figure("largest-contentful-paint"),
    blocking: figure("total-blocking-time"),
    shift: figure("cumulative-layout-shift"),
    shortcomings: weighed
      .filter((id) => (audits[id]?.score ?? 1) < 0.9)
      .map((id) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ""}`.trim()),
  };
}
