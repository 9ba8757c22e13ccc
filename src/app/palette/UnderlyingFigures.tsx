import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { decimalsOfTick, formatFixed, formatIv, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { figuresOf, type ScreenerFigures, screener } from "../../live/screener.ts";
import { useStream } from "../../live/streams.ts";
import { TEXTS as SHARED } from "../../shared/texts.ts";
import css from "./CommandPalette.module.css";
import { TEXTS } from "./texts.ts";

/** Keeps every underlying's figures coming while the picker is open; shows nothing itself. */
export function ScreenerStream() {
  useEffect(() => screener.subscribe(() => {}), []);
  return null;
}

type Row = ScreenerFigures;

interface Column {
  readonly id: keyof typeof TEXTS.columns;
  /** Why it is unknown, where that is not for want of a price. */
  unknown?(row: Row): string;
  /** Left out on a phone. */
  readonly wide?: true;
  value(row: Row | null, underlying: UnderlyingSummary): string;
  tone?(row: Row): number;
}

const change = ({ spot, spotPreviousClose }: Row): number => (spot / spotPreviousClose - 1) * 100;
const ratio = (now: number, before: number): number => (before > 0 ? (now / before - 1) * 100 : Number.NaN);

const COLUMNS: readonly Column[] = [
  {
    id: "spot",
    value: (row, { spotTickSize }) => formatFixed(row?.spot, Math.max(2, decimalsOfTick(spotTickSize))),
  },
  {
    id: "change",
    value: (row) => formatSigned(row && change(row), 2),
    tone: change,
  },
  {
    id: "iv",
    value: (row) => formatIv(row?.atmIv),
  },
  {
    id: "iv-change",
    wide: true,
    value: (row) => formatSigned(row && (row.atmIv - row.atmIvPrevious) * 100, 1),
  },
  {
    id: "ivp",
    unknown: ({ ivCloses }) => SHARED.ivpCloses(ivCloses),
    wide: true,
    value: (row) => formatFixed(row?.atmIvPercentile, 0),
  },
  {
    id: "pcr",
    value: (row) => formatFixed(row?.pcr, 2),
  },
  {
    id: "oi",
    wide: true,
    value: (row) => formatSigned(row && ratio(row.futureOi, row.futureOiPrevious), 1),
  },
];

/** What the figures of a row are, above the list. */
export function FigureHeads() {
  return (
    <div className={css.heads} aria-hidden="true">
      <span>{TEXTS.underlying}</span>
      <span className={css.figures}>
        {COLUMNS.map(({ id, wide }) => (
          <span key={id} data-column={id} data-wide={wide} title={TEXTS.columns[id].title}>
            {TEXTS.columns[id].head}
          </span>
        ))}
      </span>
    </div>
  );
}

const sign = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

/** Live figures of one underlying and its nearest expiry. */
export function UnderlyingFigures({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const { phase } = useSnapshot(live).link;
  const { data, isOld } = useStream(screener, (state) => state);
  const row = data && figuresOf(data, underlying.token);
  const isStale = row !== null && (data?.stale || isOld || phase !== "ready");
  return (
    <span className={css.figures} {...(isStale ? { "data-stale": "" } : {})}>
      <span className="visually-hidden">
        {COLUMNS.map(({ id, value }) => `${TEXTS.columns[id].head} ${value(row, underlying)}`).join(", ")}
      </span>
      {COLUMNS.map((column) => {
        const text = column.value(row, underlying);
        return (
          <span
            key={column.id}
            data-column={column.id}
            data-wide={column.wide}
            data-tone={row && column.tone ? sign(column.tone(row)) : undefined}
            title={row && text === UNKNOWN ? column.unknown?.(row) : undefined}
            aria-hidden="true"
          >
            {text}
          </span>
        );
      })}
    </span>
  );
}
