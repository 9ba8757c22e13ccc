import type { Ratio, Report } from "../../bench/lib/types.ts";

export function report(bench: string, ratios: readonly Ratio[], more: Partial<Report> = {}): Report {
  return {
    bench,
    question: "How fast?",
    tables: [
      {
        title: "one <table>",
        unit: "packets/s",
        rows: [{ name: "ours", median: 4.4e6, low: 1, high: 5e6, p95: 3, rounds: [4.4e6, 4.4e6] }],
        ratios,
      },
    ],
    notes: [],
    quick: false,
    at: "2026-11-21T08:00:00.000Z",
    seconds: 3,
    busy: 0,
    machine: { cpu: "made up", cores: 2 },
    versions: { node: "20.0.0", kiteconnect: "absent" },
    ...more,
  };
}
