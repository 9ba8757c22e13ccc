import type { PerformanceReport } from "#workers/engine/api.ts";

/** Names an underlying; its token where it is not known. */
export type Namer = (underlying: number) => string;

/** The report as it is copied: with names for chains, and what it was measured on. Durations in ms, sizes in bytes. */
export function reportJson(
  report: PerformanceReport,
  nameOf: Namer,
  where: { readonly build: string; readonly userAgent: string; readonly tab: number },
): string {
  const { at, tabs, ...rest } = report;
  return JSON.stringify(
    {
      at: new Date(at).toISOString(),
      ...where,
      ...rest,
      tabs: tabs.map(({ views, ...tab }) => ({
        ...tab,
        views: views.map(({ underlying, expiry }) => `${nameOf(underlying)} ${expiry}`),
      })),
    },
    null,
    2,
  );
}
