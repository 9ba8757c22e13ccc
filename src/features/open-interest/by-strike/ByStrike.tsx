import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import { StrikeBars } from "../../../components/chart/StrikeBars.tsx";
import { lazily } from "../../../components/lazily.tsx";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { isPagesKey } from "../../../shared/pages-key.ts";
import { Bones, Failed, NothingKnown } from "../../../shared/time-charts/ChartNotice.tsx";
import { Foot } from "../../../shared/time-charts/Foot.tsx";
import { changeText, OI_AXIS, oiText } from "../../../shared/time-charts/oi-text.ts";
import { originText } from "../../../shared/time-charts/origin.ts";
import type { Measure } from "../address.ts";
import { lotText, StrikesChoice, UnitChoice } from "../controls/Choices.tsx";
import { ExpiryChoice } from "../controls/ExpiryChoice.tsx";
import { NotListed } from "../NotListed.tsx";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import { divisorOf, shownUnit } from "../units.ts";
import css from "./ByStrike.module.css";
import { DayControls } from "./DayControls.tsx";
import { Instants } from "./Instants.tsx";
import { changeOf, oiOf, strikesAround } from "./picture.ts";
import { endOf, played } from "./places.ts";
import { placeText } from "./TimeBar.tsx";
import { useByStrike } from "./use-by-strike.ts";
import { usePlayer } from "./use-player.ts";

const StrikeWindow = lazily(() => import("./strike/StrikeWindow.tsx").then((m) => m.StrikeWindow));

/** CSS pixels. */
const HEIGHT = 440;
const NARROW_HEIGHT = 380;

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Of a strike: how many decimals tell two of them apart. */
const strikeText = (strike: number, step: number): string => formatFixed(strike, decimalsOfTick(step || 1));

/** Nobody who presses the space bar on a button means the day. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, a, summary, [role=option]") !== null;

interface Props {
  readonly page: OiPage;
  readonly measure: Measure;
}

/** Open interest at every strike, or its change between two instants of a day (rules OI-3 to OI-8). */
export function ByStrike({ page, measure }: Props) {
  const { search, set, underlying, expiries, variant } = page;
  const view = useByStrike(page);
  const { picture, places, span, session, isRunning } = view;
  const [strike, setStrike] = useState<number | null>(null);
  const isNarrow = useIsNarrow();

  const player = usePlayer(
    (minutes) => {
      // The minutes are on their way.
      if (view.isWaiting) return true;
      const next = played(places, minutes, span);
      if (next === null) return false;
      view.hold(next);
      return true;
    },
    (isPlaying) => (isPlaying ? view.begin() : view.rest()),
  );
  const press = useRef(player.press);
  press.current = () => {
    view.touch();
    player.press();
  };
  const canPlay = variant.isWhole && session !== null && span.minutes > 1;
  useEffect(() => {
    if (!canPlay) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== " " || event.repeat || !isPagesKey(event) || isOnControl(event.target)) return;
      event.preventDefault();
      press.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [canPlay]);

  const lotSize = picture?.lotSize ?? null;
  const unit = lotSize === null ? search.unit : shownUnit(search.unit, lotSize);
  const divisor = divisorOf(search.unit, lotSize ?? Number.NaN);
  const shown = useMemo(() => {
    if (picture === null) return null;
    const part = strikesAround(picture.strikes, view.middle, search.strikes);
    return {
      strikes: Array.from(picture.strikes).slice(...part),
      now:
        measure === "oi"
          ? oiOf(picture.now, part, divisor)
          : changeOf(picture.before, picture.now, part, divisor),
      before: measure === "oi" && variant.isWhole ? oiOf(picture.before, part, divisor) : null,
    };
  }, [picture, view.middle, search.strikes, measure, divisor, variant]);

  const isNothing =
    shown !== null && [...shown.now.call, ...shown.now.put].every((figure) => figure === null);
  const name =
    measure === "oi" ? TEXTS.chart.byStrike(underlying.symbol) : TEXTS.chart.change(underlying.symbol);
  const { symbol, strikeStep } = underlying;
  const to = picture?.to;
  const ends = { span, isRunning };
  const fromText = placeText(places.from, ends);
  const toText = session === null ? TEXTS.day.now : placeText(endOf(places, span), ends);
  const said = [
    expiries.map((expiry) => formatExpiry(expiry)).join(" + "),
    TEXTS.controls.around(search.strikes),
    TEXTS.controls.units[unit],
  ].join(" · ");

  if (expiries.length === 0) {
    return <NotListed title={TEXTS.empty.noExpiries(symbol)} />;
  }
  return (
    <>
      <Controls said={said}>
        <ExpiryChoice page={page} />
        <StrikesChoice search={search} set={set} />
        <UnitChoice search={search} set={set} lotSize={lotSize} />
      </Controls>
      {variant.isWhole ? (
        <DayControls page={page} view={view} player={{ ...player, press: press.current }} />
      ) : null}
      <div className={css.work}>
        <div className={css.chart}>
          <StrikeBars
            name={name}
            strikes={shown?.strikes ?? []}
            now={shown?.now ?? { call: [], put: [] }}
            before={shown?.before ?? null}
            measure={measure}
            layout={variant.layout}
            spot={known(to?.spot)}
            forward={known(to?.forward)}
            atmStrike={known(to?.atmStrike)}
            maxPain={known(to?.maxPain)}
            maxPainBefore={variant.isWhole ? known(picture?.from.maxPain) : null}
            format={measure === "oi" ? oiText : changeText}
            axis={OI_AXIS}
            formatStrike={(each) => strikeText(each, strikeStep)}
            isStale={page.isStale || view.isOld}
            height={isNarrow ? NARROW_HEIGHT : HEIGHT}
            view={search.view}
            onView={(next) => set({ view: next }, "replace")}
            onStrike={setStrike}
            source={{
              symbol,
              title: `${name}, ${fromText} – ${toText}`,
              origin: session === null ? "" : originText([session]),
              asOf: known(to?.at),
            }}
            notice={
              view.session !== null && isNothing ? (
                <NothingKnown sessions={[view.session]} />
              ) : shown !== null ? null : view.failure === null ? (
                <Bones shape="bars" />
              ) : (
                <Failed failure={view.failure} retry={view.retry} />
              )
            }
          />
        </div>
        <aside className={css.side}>
          <Instants
            underlying={underlying}
            picture={picture}
            divisor={divisor}
            from={fromText}
            to={toText}
            isCompared={variant.isWhole}
            isStale={page.isStale || view.isOld}
          />
        </aside>
      </div>
      <Foot
        sessions={session === null ? [] : [session]}
        isRunning={isRunning}
        asOf={to?.at ?? Number.NaN}
        more={lotSize === null ? "" : lotText(unit, lotSize)}
        failure={view.failure}
        retry={view.retry}
      />
      {strike === null ? null : (
        <Suspense fallback={null}>
          <StrikeWindow
            page={page}
            strike={strike}
            date={search.date}
            strikeName={strikeText(strike, strikeStep)}
            onClose={() => setStrike(null)}
          />
        </Suspense>
      )}
    </>
  );
}
