import { Suspense, useEffect, useId, useRef } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { daysLeftText, formatExpiry } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { ExpirySummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { Aside } from "../../components/FaultBoundary.tsx";
import { optional } from "../../components/optional.ts";
import { minuteStart, useMarketMinute } from "../../live/market-minute.ts";
import css from "./ExpiryStrip.module.css";
import { type ChainState, useOfChain } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";

/** Figures of all expiries: after those of the one that is shown. */
const ExpiryFigures = optional(() =>
  whenDrawn()
    .then(() => import("./expiry-figures/ExpiryFigures.tsx"))
    .then((m) => m.ExpiryFigures),
);

interface Props {
  /** Instrument token; undefined while it is not known. */
  readonly underlying: number | undefined;
  readonly expiries: readonly ExpirySummary[];
  readonly selected: string | null;
  readonly onSelect: (expiry: string) => void;
}

/** Whether the chain has figures, and the minute that they are of. */
const drawnOf = ({ head, priced }: ChainState) => ({
  isDrawn: priced !== null || (head !== null && head.rows > 0),
  minute: head !== null && head.asOf > 0 ? minuteStart(head.asOf) : null,
});

/** "3d" reads "3 days left"; "Expires today 3h 12m" and "Expired" speak for themselves. */
const spokenLeft = (left: string): string => {
  const days = /^(\d+)d$/.exec(left)?.[1];
  return days === undefined ? left : TEXTS.expiries.daysLeft(Number(days));
};

/** Every expiry in one scrolling line, nearest first, with its kind, the time left, IV and PCR. */
export function ExpiryStrip({ underlying, expiries, selected, onSelect }: Props) {
  const { isDrawn, minute } = useOfChain(drawnOf);
  // The first figures know the time before the first ping does.
  const now = useMarketMinute() ?? minute;
  const today = now === null ? undefined : istDate(now);
  const own = useId();
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (selected === null) return;
    strip.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected]);

  const move = (event: React.KeyboardEvent): void => {
    const at = expiries.findIndex((e) => e.expiry === selected);
    const to =
      event.key === "ArrowRight"
        ? at + 1
        : event.key === "ArrowLeft"
          ? at - 1
          : event.key === "Home"
            ? 0
            : -1;
    const next = expiries[event.key === "End" ? expiries.length - 1 : to];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.expiry);
    (strip.current?.children[expiries.indexOf(next)] as HTMLElement | undefined)?.focus();
  };

  const unknown = TEXTS.expiries.figures(UNKNOWN, UNKNOWN, UNKNOWN);
  if (expiries.length === 0) return <div className={css.strip} aria-hidden="true" />;
  return (
    <div className={css.strip} role="tablist" aria-label={TEXTS.expiries.name} ref={strip} onKeyDown={move}>
      {expiries.map((e) => {
        const left = now === null ? "" : daysLeftText(now, e.expiryInstant, e.lastTrade);
        const isOver = now !== null && now >= e.lastTrade;
        return (
          <button
            key={e.expiry}
            type="button"
            role="tab"
            className={css.tab}
            data-over={isOver}
            aria-selected={e.expiry === selected}
            aria-label={[formatExpiry(e.expiry, today), TEXTS.expiries.spokenTags[e.type], spokenLeft(left)]
              .filter(Boolean)
              .join(", ")}
            aria-describedby={`${own}-${e.expiry}`}
            tabIndex={e.expiry === selected ? 0 : -1}
            onClick={() => onSelect(e.expiry)}
          >
            <span className={css.when}>
              <span className={css.date}>{formatExpiry(e.expiry, today)}</span>
              <span className={css.tag} data-type={e.type}>
                {TEXTS.expiries.tags[e.type]}
              </span>
              <span className={css.left}>{left}</span>
            </span>
            <span className={css.figuresPlace} id={`${own}-${e.expiry}`}>
              {underlying === undefined || !isDrawn ? (
                unknown
              ) : (
                <Aside>
                  <Suspense fallback={unknown}>
                    <ExpiryFigures underlying={underlying} expiry={e.expiry} />
                  </Suspense>
                </Aside>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}
