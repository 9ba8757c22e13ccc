import { Pause, Play } from "lucide-react";
import { useMemo } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { marketNow } from "../../../live/market-now.ts";
import { useSleepless } from "../../../shared/answers/use-sleepless.ts";
import controls from "../../../shared/page-controls/Controls.module.css";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./DayControls.module.css";
import { PREVIOUS_CLOSE } from "./oi-day.ts";
import { clockOf, endOf, isGap, lastOf } from "./places.ts";
import { earlierSessions, isOn, presentSession } from "./sessions.ts";
import { placeText, TimeBar } from "./TimeBar.tsx";
import type { ByStrikeView } from "./use-by-strike.ts";
import type { Player } from "./use-player.ts";

const { day: texts } = TEXTS;

/** Which session is looked at: the present one, and ten before it. */
function SessionChoice({ page, view }: { readonly page: OiPage; readonly view: ByStrikeView }) {
  const { underlying, search, set } = page;
  const isSleepless = useSleepless() ?? false;
  const exchange = underlying.derivativeExchange;
  const now = marketNow(underlying);
  const newest = view.newest ?? presentSession(now, exchange, isSleepless);
  const earlier = useMemo(() => {
    const found = earlierSessions(newest, exchange, isSleepless);
    // An address may name one that is further back.
    const asked = search.date;
    return asked === null || asked === newest || found.includes(asked) ? found : [...found, asked];
  }, [newest, exchange, isSleepless, search.date]);
  const name = formatExpiry(newest);
  return (
    <label>
      <span className="visually-hidden">{texts.session}</span>
      <select
        className={controls.select}
        value={search.date === newest ? "" : (search.date ?? "")}
        onChange={({ target }) =>
          set({ date: target.value === "" ? null : target.value, from: null, to: null })
        }
        data-testid="oi-session"
      >
        <option value="">
          {isOn(now, newest, exchange, isSleepless) ? texts.today(name) : texts.last(name)}
        </option>
        {earlier.map((date) => (
          <option key={date} value={date}>
            {formatExpiry(date)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Props {
  readonly page: OiPage;
  readonly view: ByStrikeView;
  readonly player: Player;
}

/** The session, its two instants, and what plays it. */
export function DayControls({ page, view, player }: Props) {
  const { span, places, session, isRunning } = view;
  const gaps = session?.gaps ?? [];
  const end = endOf(places, span);
  const isOpen = session !== null && lastOf(span) >= 0;
  const isUnknown = isOpen && isGap(end, span, gaps);
  const label = player.isPlaying ? texts.pause : texts.play;
  const fromText = placeText(places.from, { span, isRunning });
  const toText = isOpen ? placeText(end, { span, isRunning }) : texts.now;
  return (
    <div className={css.day} role="group" aria-label={texts.name}>
      <SessionChoice page={page} view={view} />
      <button
        type="button"
        className={css.play}
        aria-label={label}
        title={label}
        aria-pressed={player.isPlaying}
        disabled={!isOpen || lastOf(span) < 1}
        onPointerEnter={view.touch}
        onFocus={view.touch}
        onClick={player.press}
        data-testid="oi-play"
      >
        {player.isPlaying ? <Pause size={16} strokeWidth={1.5} /> : <Play size={16} strokeWidth={1.5} />}
      </button>
      <output className={css.end} data-end="from" data-testid="oi-from">
        <span>{texts.from}</span> <b>{fromText}</b>
      </output>
      <TimeBar
        span={span}
        places={places}
        gaps={gaps}
        isRunning={isRunning}
        isOpen={isOpen}
        onNear={view.touch}
        onMove={(next) => {
          player.stop();
          view.hold(next);
        }}
        onRest={view.rest}
      />
      <output className={css.end} data-end="to" data-testid="oi-to">
        <span>{texts.to}</span> <b>{toText}</b>
      </output>
      <button
        type="button"
        className={css.reset}
        title={texts.resetTitle}
        disabled={places.from === PREVIOUS_CLOSE && places.to === null}
        onClick={() => {
          player.stop();
          page.set({ from: null, to: null }, "replace");
        }}
        data-testid="oi-whole-day"
      >
        {texts.reset}
      </button>
      <p className={css.word} role="status">
        {isUnknown ? texts.unknownMinute(clockOf(end, span) ?? "") : view.isWaiting ? texts.loading : ""}
      </p>
    </div>
  );
}
