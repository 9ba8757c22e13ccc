import { useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed, formatIv, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import { chainOf } from "./chain-link.ts";
import { DayRange } from "./DayRange.tsx";
import { FeedLine } from "./FeedLine.tsx";
import { FigureStories } from "./FigureStories.tsx";
import { type HomeFigure, spotDecimals } from "./figure-story.ts";
import css from "./MarketTable.module.css";
import type { MarketRow } from "./market-rows.ts";
import { TEXTS } from "./texts.ts";
import type { Market } from "./use-market.ts";

const { table: TABLE } = TEXTS;

interface Head {
  readonly name: string;
  /** How its figures come to be; left out of what is no figure. */
  readonly story?: string;
  readonly className?: string | undefined;
}

const HEADS: readonly Head[] = [
  { name: TABLE.underlying, className: css.name },
  { name: TABLE.spot, story: TABLE.spotStory, className: css.spot },
  { name: TABLE.change, story: TABLE.changeStory, className: css.change },
  { name: TABLE.changePct, story: TABLE.changeStory, className: css.pct },
  { name: TABLE.dayRange, story: TABLE.dayRangeStory, className: css.range },
  { name: TABLE.atmIv, story: TABLE.atmIvStory, className: css.iv },
  { name: TABLE.ivChange, story: TABLE.ivChangeStory, className: css.wide },
  { name: TABLE.pcr, story: TABLE.pcrStory, className: css.pcr },
  { name: TABLE.maxPain, story: TABLE.maxPainStory, className: css.pain },
  { name: TABLE.expiry, className: css.wide },
];

interface Section {
  readonly title: string;
  /** Lines whose place is kept while instruments are on their way. */
  readonly usual: number;
  has(row: MarketRow): boolean;
}

const SECTIONS: readonly Section[] = [
  { title: TEXTS.table.sections.index, usual: 7, has: ({ underlying }) => underlying.kind === "index" },
  {
    title: TEXTS.table.sections.commodity,
    usual: 4,
    has: ({ underlying }) => underlying.kind === "commodity",
  },
  { title: TEXTS.table.sections.currency, usual: 1, has: ({ underlying }) => underlying.kind === "currency" },
];

const tone = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

/** Keys come to it from the line's link by arrows, as to no stop of the tab key. */
const told = (figure: Exclude<HomeFigure, "oiChange">) => ({ "data-figure": figure, tabIndex: -1 });

function Line({ row }: { readonly row: MarketRow }) {
  const { underlying, figures, change, changePct, ivChange } = row;
  const decimals = spotDecimals(row);
  return (
    <tr className={css.row} data-line={underlying.token}>
      <th scope="row" className={css.name}>
        <PageLink to={chainOf(underlying.symbol)} className={css.link}>
          {underlying.symbol}
        </PageLink>
        <span className={css.exchange}>{underlying.derivativeExchange}</span>
      </th>
      <td className={css.spot} {...told("spot")}>
        {formatFixed(figures?.spot, decimals)}
      </td>
      <td {...told("change")} data-tone={tone(change)} className={css.change}>
        {formatSigned(change, decimals)}
      </td>
      <td {...told("changePct")} data-tone={tone(change)} className={css.pct}>
        {formatSigned(changePct, 2)}
      </td>
      <td {...told("dayRange")} className={css.range}>
        <DayRange low={figures?.spotLow} high={figures?.spotHigh} at={figures?.spot} decimals={decimals} />
      </td>
      <td {...told("atmIv")} className={css.iv}>
        {formatIv(figures?.atmIv)}
      </td>
      <td {...told("ivChange")} className={css.wide}>
        {formatSigned(ivChange, 1)}
      </td>
      <td {...told("pcr")} className={css.pcr}>
        {formatFixed(figures?.pcr, 2)}
      </td>
      <td {...told("maxPain")} className={css.pain}>
        {figures && figures.maxPain > 0
          ? formatFixed(figures.maxPain, decimalsOfTick(underlying.strikeStep || 1))
          : UNKNOWN}
      </td>
      <td className={css.wide}>{row.expiry === null ? UNKNOWN : formatExpiry(row.expiry as never)}</td>
    </tr>
  );
}

function Bones({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all alike
    <tr key={i} className={css.row}>
      <td colSpan={10}>
        <span className={css.bone} />
      </td>
    </tr>
  ));
}

/** Indices, commodities and currency, live; each line leads to its chain. */
export function MarketTable({ market }: { readonly market: Market }) {
  const { rows, isStale, isLoading, failed } = market;
  const [table, setTable] = useState<HTMLElement | null>(null);
  return (
    <section className={css.market} aria-label={TEXTS.overview} data-stale={isStale || undefined}>
      {failed === null ? null : (
        <p className={css.failed} role="alert">
          {failed}
        </p>
      )}
      <table ref={setTable} className={css.table} data-testid="market-table" aria-busy={isLoading}>
        <thead>
          <tr>
            {HEADS.map(({ name, story, className }) => (
              <th key={name} scope="col" className={className}>
                {story === undefined ? (
                  name
                ) : (
                  <Provenance
                    name={name}
                    story={() => ({ formula: story, ...(isStale ? { state: "stale" } : {}) })}
                  >
                    {name}
                  </Provenance>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {SECTIONS.map(({ title, usual, has }) => {
          const lines = rows.filter(has);
          return lines.length === 0 && !isLoading ? null : (
            <tbody key={title}>
              <tr className={css.section}>
                <th scope="rowgroup" colSpan={10}>
                  {title}
                </th>
              </tr>
              {lines.map((row) => (
                <Line key={row.underlying.token} row={row} />
              ))}
              {isLoading ? <Bones count={usual} /> : null}
            </tbody>
          );
        })}
      </table>
      <FigureStories table={table} rows={rows} isStale={isStale} />
      <FeedLine isStale={isStale} />
    </section>
  );
}
