import { formatFixed, formatIv, formatSigned } from "#domain/format/number.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import { PointedProvenance } from "../../shared/provenance/PointedProvenance.tsx";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import { chainOf } from "./chain-link.ts";
import { type HomeFigure, spotDecimals, storyOf } from "./figure-story.ts";
import css from "./Movers.module.css";
import { buildUpOf, highest, type MarketRow } from "./market-rows.ts";
import { TEXTS } from "./texts.ts";
import { type Market, useRanked } from "./use-market.ts";

const COUNT = 5;

interface List {
  readonly title: string;
  readonly story: string;
  readonly figure: HomeFigure;
  rank(rows: readonly MarketRow[]): readonly MarketRow[];
  value(row: MarketRow): string;
  tone?(row: MarketRow): number;
  note?(row: MarketRow): string;
}

const spotOf = (row: MarketRow): string => formatFixed(row.figures?.spot, spotDecimals(row));

const LISTS: readonly List[] = [
  {
    ...TEXTS.movers.gainers,
    figure: "changePct",
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
    ...TEXTS.movers.losers,
    figure: "changePct",
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
    ...TEXTS.movers.active,
    figure: "oiChange",
    rank: (rows) => highest(rows, (row) => Math.abs(row.oiChangePct), COUNT),
    value: (row) => formatSigned(row.oiChangePct, 1),
    note: (row) => TEXTS.movers.buildUp[buildUpOf(row)],
  },
  {
    ...TEXTS.movers.highestIv,
    figure: "atmIv",
    rank: (rows) => highest(rows, (row) => row.figures?.atmIv ?? Number.NaN, COUNT),
    value: (row) => formatIv(row.figures?.atmIv),
    note: (row) => formatSigned(row.ivChange, 1),
  },
];

const sign = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

interface RankingProps {
  readonly list: List;
  readonly stocks: readonly MarketRow[];
  readonly isStale: boolean;
}

function Ranking({ list, stocks, isStale }: RankingProps) {
  const rows = useRanked(stocks, list.rank);
  return (
    <section className={css.list} aria-label={list.title}>
      <h3 className={css.title}>
        <Provenance name={list.title} story={() => ({ formula: list.story })}>
          {list.title}
        </Provenance>
      </h3>
      <ol className={css.rows}>
        {rows.map((row) => (
          <li key={row.underlying.token}>
            <PageLink to={chainOf(row.underlying.symbol)} className={css.row}>
              <span className={css.symbol}>{row.underlying.symbol}</span>
              <span className={css.note}>{list.note?.(row)}</span>
              <PointedProvenance
                name={TEXTS.story.of(row.underlying.symbol, list.title)}
                story={() => storyOf(list.figure, row, isStale)}
                className={css.value}
                data-tone={list.tone && sign(list.tone(row))}
              >
                {list.value(row)}
              </PointedProvenance>
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
        <Ranking key={list.title} list={list} stocks={stocks} isStale={market.isStale} />
      ))}
    </div>
  );
}
