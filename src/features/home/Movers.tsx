import type { BuildUp } from "#domain/chain/measures.ts";
import { decimalsOfTick, formatFixed, formatIv, formatSigned } from "#domain/format/number.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import { chainOf } from "./chain-link.ts";
import css from "./Movers.module.css";
import { buildUpOf, highest, type MarketRow } from "./market-rows.ts";
import { type Market, useRanked } from "./use-market.ts";

const COUNT = 5;

const BUILD_UP: Readonly<Record<BuildUp, string>> = {
  long_build_up: "Long build-up",
  short_build_up: "Short build-up",
  short_covering: "Short covering",
  long_unwinding: "Long unwinding",
  none: "",
};

interface List {
  readonly title: string;
  readonly story: string;
  rank(rows: readonly MarketRow[]): readonly MarketRow[];
  value(row: MarketRow): string;
  tone?(row: MarketRow): number;
  note?(row: MarketRow): string;
}

const spotOf = ({ underlying, figures }: MarketRow): string =>
  formatFixed(figures?.spot, Math.max(2, decimalsOfTick(underlying.spotTickSize)));

const LISTS: readonly List[] = [
  {
    title: "Gainers",
    story: "Stocks with derivatives that rose most since the previous close, in %",
    rank: (rows) =>
      highest(
        rows.filter(({ changePct }) => changePct > 0),
        (row) => row.changePct,
        COUNT,
      ),
    value: (row) => formatSigned(row.changePct, 2),
    tone: (row) => row.changePct,
    note: spotOf,
  },
  {
    title: "Losers",
    story: "Stocks with derivatives that fell most since the previous close, in %",
    rank: (rows) =>
      highest(
        rows.filter(({ changePct }) => changePct < 0),
        (row) => -row.changePct,
        COUNT,
      ),
    value: (row) => formatSigned(row.changePct, 2),
    tone: (row) => row.changePct,
    note: spotOf,
  },
  {
    title: "Most active by OI",
    story:
      "Change of the first three futures' open interest since the previous close, in %, and what it says with the price",
    rank: (rows) => highest(rows, (row) => Math.abs(row.oiChangePct), COUNT),
    value: (row) => formatSigned(row.oiChangePct, 1),
    note: (row) => BUILD_UP[buildUpOf(row)],
  },
  {
    title: "Highest IV",
    story: "At-the-money implied volatility of the nearest expiry, in %, and its change in points",
    rank: (rows) => highest(rows, (row) => row.figures?.atmIv ?? Number.NaN, COUNT),
    value: (row) => formatIv(row.figures?.atmIv),
    note: (row) => formatSigned(row.ivChange, 1),
  },
];

const sign = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

function Ranking({ list, stocks }: { readonly list: List; readonly stocks: readonly MarketRow[] }) {
  const rows = useRanked(stocks, list.rank);
  return (
    <section className={css.list} aria-label={list.title}>
      <h3 className={css.title} title={list.story}>
        {list.title}
      </h3>
      <ol className={css.rows}>
        {rows.map((row) => (
          <li key={row.underlying.token}>
            <PageLink to={chainOf(row.underlying.symbol)} className={css.row}>
              <span className={css.symbol}>{row.underlying.symbol}</span>
              <span className={css.note}>{list.note?.(row)}</span>
              <span className={css.value} data-tone={list.tone && sign(list.tone(row))}>
                {list.value(row)}
              </span>
            </PageLink>
          </li>
        ))}
        {Array.from({ length: COUNT - rows.length }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty lines that keep the place
          <li key={`empty-${i}`} className={css.row} aria-hidden="true" />
        ))}
      </ol>
    </section>
  );
}

/** Which stocks move, and how: lists whose order holds still long enough to be pressed. */
export function Movers({ market }: { readonly market: Market }) {
  const stocks = market.rows.filter(({ underlying }) => underlying.kind === "stock");
  return (
    <div className={css.movers} data-stale={market.isStale || undefined} data-testid="movers">
      {LISTS.map((list) => (
        <Ranking key={list.title} list={list} stocks={stocks} />
      ))}
    </div>
  );
}
