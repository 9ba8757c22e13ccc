import { useMemo } from "react";
import { formatFixed } from "#domain/format/number.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { useListed } from "../../../live/use-listed.ts";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { multistrikeOiSeries } from "../../../shared/series/oi-series.ts";
import { Bones } from "../../../shared/time-charts/ChartNotice.tsx";
import { changed, commonLot, divided } from "../../../shared/time-charts/lines.ts";
import { changeText, FREE_OI_AXIS, OI_AXIS, oiText } from "../../../shared/time-charts/oi-text.ts";
import { TimePicture } from "../../../shared/time-charts/TimePicture.tsx";
import { PRICE_AXIS, timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import { useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { intervalOf, type Measure, sessionsOf } from "../address.ts";
import { MeasureChoice, SpanChoice, UnitChoice } from "../controls/Choices.tsx";
import { NotListed } from "../NotListed.tsx";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import { divisorOf, shownUnit } from "../units.ts";
import { Contracts } from "./Contracts.tsx";
import { contractsBySymbol, inOrder, isOfOneExpiry, legName, looksOf } from "./legs.ts";
import css from "./Multistrike.module.css";
import { TEXTS as texts } from "./texts.ts";
import { useRanked } from "./use-ranked.ts";

type Told = MultistrikeOiResponse["payload"];

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [480, 420] as const;

function panesOf(show: Measure) {
  // Of many lines it counts where they lie to one another, of changes where they lie to nothing.
  const left = show === "change" ? OI_AXIS : FREE_OI_AXIS;
  return [{ name: texts.pane, weight: 1, left, right: PRICE_AXIS }];
}

function linesOf(told: Told, show: Measure, divisor: number, strikeStep: number): ChartLine[] {
  const hasExpiry = !isOfOneExpiry(told.series);
  const looks = looksOf(told.series.map(({ instrument_type }) => instrument_type));
  const lines = told.series.map(
    ({ tradingsymbol, instrument_type, strike, expiry, oi, previous_oi }, i): ChartLine => {
      const type = instrument_type as LegContract["type"];
      const values = show === "oi" ? oi : changed(oi, previous_oi);
      return {
        id: tradingsymbol,
        name: legName({ type, strike, expiry }, { strikeStep, hasExpiry }),
        pane: 0,
        axis: "left",
        ...looks[i]!,
        values: divided(values, divisor),
        format: show === "oi" ? oiText : changeText,
      };
    },
  );
  return [
    ...lines,
    {
      id: "spot",
      name: told.underlying,
      pane: 0,
      axis: "right",
      colour: "ink-3",
      dash: [1, 3],
      width: 1.25,
      values: told.underlying_prices,
      format: (price) => formatFixed(price, 2),
    },
  ];
}

/** Open interest of chosen contracts, or of those that stand out, with the underlying (rule OI-9). */
export function Multistrike({ page }: { readonly page: OiPage }) {
  const { search, set, underlying, expiries } = page;
  const { symbol, strikeStep } = underlying;
  const isNarrow = useIsNarrow();
  const listed = useListed(symbol);
  const bySymbol = useMemo(() => (listed === null ? null : contractsBySymbol(listed)), [listed]);
  const isOwn = search.legs.length > 0;
  const expiry = expiries[0] ?? null;
  const found = useRanked({ page, rank: search.rank, expiry, listed, isWanted: !isOwn });
  const wanted = isOwn ? search.legs : (found.legs ?? NONE);
  const legs = useMemo(
    () => (bySymbol === null ? NONE_LISTED : inOrder(wanted.flatMap((leg) => bySymbol.get(leg) ?? []))),
    [bySymbol, wanted],
  );
  const gone = bySymbol === null ? [] : wanted.filter((leg) => !bySymbol.has(leg));
  const body = useMemo(
    () => ({
      underlying: symbol,
      legs: legs.map(({ tradingsymbol }) => tradingsymbol),
      interval: intervalOf({ span: search.span, interval: search.interval }),
      sessions: sessionsOf({ span: search.span }),
    }),
    [symbol, legs, search.span, search.interval],
  );
  const { answer, isOld, failure, retry } = useTimeTold(multistrikeOiSeries, body, {
    of: symbol,
    isWanted: legs.length > 0,
  });
  const told = legs.length === 0 ? null : answer;
  const lotSize = legs.length === 0 ? null : commonLot(legs.map((leg) => leg.lotSize));
  const unit = lotSize === null ? search.unit : shownUnit(search.unit, lotSize);
  const divisor = divisorOf(search.unit, lotSize ?? Number.NaN);
  const lines = useMemo(
    () => (told === null ? [] : linesOf(told, search.show, divisor, strikeStep)),
    [told, search.show, divisor, strikeStep],
  );
  const panes = useMemo(() => panesOf(search.show), [search.show]);
  const isStale = page.isStale || isOld;
  const name = texts.name(symbol);
  const said = [
    isOwn ? texts.own : `${texts.rank} ${texts.ranks[search.rank]}`,
    TEXTS.controls.spans[search.span],
    TEXTS.controls.units[unit],
  ].join(" · ");
  if (listed !== null && listed.expiries.length + listed.futures.length === 0) {
    return <NotListed title={TEXTS.empty.noExpiries(symbol)} />;
  }
  const contracts = <Contracts page={page} listed={listed} legs={legs} gone={gone} isOwn={isOwn} />;
  const trouble = legs.length > 0 ? { failure, retry } : found;
  const notice =
    legs.length === 0 && listed !== null && (isOwn || found.legs !== null) ? (
      <p className={css.choose}>{texts.empty}</p>
    ) : legs.length === 0 ? (
      trouble.failure === null ? (
        <Bones shape="lines" />
      ) : null
    ) : (
      timeNotice(told, lines.slice(0, -1), failure)
    );
  return (
    <>
      <Controls said={said}>
        <MeasureChoice search={search} set={set} />
        <SpanChoice search={search} set={set} />
        <UnitChoice search={search} set={set} lotSize={lotSize} />
        {isNarrow ? contracts : null}
      </Controls>
      {isNarrow ? null : contracts}
      <TimePicture
        symbol={symbol}
        view={search.view}
        onView={(view) => set({ view }, "replace")}
        name={name}
        told={told}
        panes={panes}
        lines={lines}
        isStale={isStale}
        heights={HEIGHTS}
        notice={notice}
        {...trouble}
      />
    </>
  );
}

const NONE: readonly string[] = [];
const NONE_LISTED: readonly LegContract[] = [];
