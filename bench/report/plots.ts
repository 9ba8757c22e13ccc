import { percentile } from "../lib/statistics.ts";
import type { Plot, Table } from "../lib/types.ts";

/** From the best to the worst per cent, closer together where it matters. */
const SHARES = [...Array.from({ length: 19 }, (_, i) => (i + 1) * 5), 96, 97, 98, 99, 99.5, 100];

/** Times: how long the slowest per cent take. */
function quantiles({ rows, unit }: Table): Plot {
  return {
    title: "Share of the samples that stay below",
    xLabel: "per cent of the samples",
    yLabel: unit,
    x: SHARES,
    series: rows.map(({ name, rounds }) => ({
      name,
      values: SHARES.map((share) => percentile(rounds, share / 100)),
    })),
  };
}

/** Rates: every round, so that noise can be seen for what it is. */
function rounds({ rows, unit }: Table): Plot {
  const count = Math.max(...rows.map((row) => row.rounds.length));
  return {
    title: "Every round",
    xLabel: "round",
    yLabel: unit,
    x: Array.from({ length: count }, (_, i) => i + 1),
    series: rows.map((row) => ({
      name: row.name,
      values: Array.from({ length: count }, (_, i) => row.rounds[i] ?? null),
    })),
    logY: true,
  };
}

/** The pictures of a table: its own, and its rounds or distribution where there is more than one sample. */
export function plotsOf(table: Table): Plot[] {
  const rows = table.rows.filter((row) => row.rounds.length > 1);
  const own = [...(table.plots ?? [])];
  if (rows.length === 0) return own;
  return [...own, table.better === "lower" ? quantiles({ ...table, rows }) : rounds({ ...table, rows })];
}
