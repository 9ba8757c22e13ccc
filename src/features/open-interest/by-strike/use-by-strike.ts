import { useEffect, useMemo, useRef, useState } from "react";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { oiByStrike } from "#protocol/generated/http/calls/open-interest/oi-by-strike.ts";
import { oiMinutes } from "#protocol/generated/http/calls/open-interest/oi-minutes.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { marketNow } from "../../../live/market-now.ts";
import type { OiPage } from "../oi-page.ts";
import { useTold } from "../use-told.ts";
import { createOiDay } from "./oi-day.ts";
import { type Picture, pictureOfAnswer, pictureOfDay } from "./picture.ts";
import {
  addressOf,
  endOf,
  lengthOf,
  type Places,
  placesOf,
  rewound,
  type Span,
  WHOLE_DAY,
} from "./places.ts";

const MINUTE_MS = 60_000;

export interface ByStrikeView {
  readonly picture: Picture | null;
  /** what the strikes in view lie around: it stays while the day is played; NaN unknown */
  readonly middle: number;
  /** null until something is told */
  readonly session: ChartSession | null;
  readonly span: Span;
  readonly places: Places;
  readonly isRunning: boolean;
  /** the present session, whichever is looked at; null until it is known */
  readonly newest: IsoDate | null;
  /** the handles are ahead of the minutes, which are on their way */
  readonly isWaiting: boolean;
  readonly isOld: boolean;
  readonly failure: string | null;
  readonly retry: () => void;
  /** the day's minutes will be wanted */
  readonly touch: () => void;
  /** while something is in the hand or plays, ahead of the address */
  readonly hold: (places: Places) => void;
  /** the address takes what was held */
  readonly rest: () => void;
  /** where playing begins */
  readonly begin: () => void;
}

const NO_SPAN: Span = { open: 0, close: 0, minutes: 0 };

/** Minutes of a session that are behind an instant, the one that is on included. */
function minutesBy(now: number, { open, close }: ChartSession): number {
  if (!Number.isFinite(now)) return lengthOf({ open, close });
  return Math.min(Math.max(Math.ceil((now - open) / MINUTE_MS), 0), lengthOf({ open, close }));
}

/** Open interest by strike at two instants: at first what the server says of them, then out of the whole day. */
export function useByStrike({ search, set, underlying, expiries, variant }: OiPage): ByStrikeView {
  const { from, to } = search;
  // The older page has one day alone.
  const date = variant.isWhole ? search.date : null;
  const [isTouched, setTouched] = useState(false);
  const isPlain = date === null && from === null && to === null;
  const needsDay = variant.isWhole && (isTouched || !isPlain);
  const matter = underlying.symbol;
  const hasExpiry = expiries.length > 0;
  const now = () => marketNow(underlying);
  const goesOn = (session: ChartSession | undefined): number | null => {
    const at = now();
    return session !== undefined && at < session.close + MINUTE_MS ? at : null;
  };

  const body = useMemo(
    () => ({ underlying_symbol: underlying.symbol, expiries: [...expiries], from: null, to: null }),
    [underlying, expiries],
  );
  const first = useTold(
    oiByStrike,
    { body },
    {
      of: matter,
      isWanted: hasExpiry && !needsDay,
      goesOn: ({ payload }) => goesOn(payload.sessions.at(-1)),
    },
  );
  const dayBody = useMemo(
    () => ({
      underlying_symbol: underlying.symbol,
      expiries: [...expiries],
      ...(date === null ? {} : { date }),
    }),
    [underlying, expiries, date],
  );
  const minutes = useTold(
    oiMinutes,
    { body: dayBody },
    {
      of: `${matter} ${date ?? ""}`,
      isWanted: hasExpiry && needsDay,
      goesOn: ({ payload }) => (date === null ? goesOn(payload.session) : null),
    },
  );
  const told = needsDay ? (minutes.answer?.payload ?? null) : null;
  const day = useMemo(() => (told === null ? null : createOiDay(told)), [told]);

  const answer = first.answer?.payload ?? null;
  const present = answer?.sessions.at(-1) ?? null;
  // Of another day nothing is shown in its place.
  const session = day?.session ?? (date === null ? present : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is looked at when something is told
  const span = useMemo<Span>(
    () =>
      day !== null
        ? { open: day.session.open, close: day.session.close, minutes: day.minutes }
        : session === null
          ? NO_SPAN
          : { open: session.open, close: session.close, minutes: minutesBy(answer?.to.at ?? now(), session) },
    [day, session, answer],
  );

  const [held, setHeld] = useState<Places | null>(null);
  const newest = useRef<Places | null>(null);
  const addressed = useMemo(
    () => (session === null ? WHOLE_DAY : placesOf({ from, to }, span)),
    [session, from, to, span],
  );
  const places = held ?? addressed;
  // Another day, other expiries: what is in the hand belongs to what is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of these alone
  useEffect(() => {
    newest.current = null;
    setHeld(null);
  }, [underlying, expiries, date]);

  const hold = (next: Places): void => {
    newest.current = next;
    setHeld(next);
  };
  const rest = (): void => {
    if (newest.current !== null) set(addressOf(newest.current, span), "replace");
    newest.current = null;
    setHeld(null);
  };

  const picture = useMemo<Picture | null>(() => {
    if (day !== null) return pictureOfDay(day, places.from, endOf(places, span));
    return date === null && answer !== null ? pictureOfAnswer(answer) : null;
  }, [day, answer, date, places, span]);

  const middle = useMemo(() => {
    if (day !== null) {
      const { atmStrike, forward, spot } = day.at(day.minutes - 1);
      return [atmStrike, forward, spot].find((level) => level > 0) ?? Number.NaN;
    }
    if (answer === null) return Number.NaN;
    const { atm_strike, forward, spot } = answer.to;
    return atm_strike ?? forward ?? spot ?? Number.NaN;
  }, [day, answer]);

  const asked = needsDay ? minutes : first;
  return {
    picture,
    middle,
    session,
    span,
    places,
    isRunning: session !== null && date === null && now() < session.close,
    newest: present?.date ?? (date === null ? (session?.date ?? null) : null),
    isWaiting: needsDay && day === null && minutes.failure === null,
    isOld: asked.isOld,
    failure: asked.failure,
    retry: asked.retry,
    touch: () => setTouched(true),
    hold,
    rest,
    begin: () => hold(rewound(places, span)),
  };
}
