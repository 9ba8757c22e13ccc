import { Pause, Play } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { daysLeft } from "#domain/format/date.ts";
import { shortTime } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { DragEvents, TargetTimes } from "../types.ts";
import css from "./DateSlider.module.css";
import { DragRange } from "./DragRange.tsx";
import { nearestStop, playedTime, timeStops } from "./target-times.ts";
import { useDragSession } from "./use-drag-session.ts";

interface Props extends TargetTimes {
  readonly events: Pick<DragEvents, "onDragStart" | "onDragEnd" | "onDragCancel" | "onTargetTime">;
}

/** The target date by hand, by keys, or run to the expiry. */
export const DateSlider = memo(function DateSlider(props: Props) {
  const { min, max, selected, exchange } = props;
  const latest = useRef(props);
  latest.current = props;
  const stops = useMemo(() => timeStops({ min, max }, exchange), [min, max, exchange]);
  /** Where the hand has it, ahead of what was answered; null when nothing is in the hand. */
  const [wished, setWished] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  /** What play came to, through nights and all; null before it began. */
  const played = useRef<number | null>(null);
  const session = useDragSession(props.events);
  const tell = (time: number): void =>
    latest.current.events.onTargetTime(time <= latest.current.min ? null : time);
  const over = (): void => {
    setWished(null);
    setPlaying(false);
    const { current: time } = played;
    played.current = null;
    if (time === null) return;
    // Stopped on its way, it comes to rest where a hand could have put it.
    const places = timeStops(latest.current, latest.current.exchange);
    const place = places[nearestStop(places, time)]!;
    if (place !== time) tell(place);
  };
  const begin = (): void => {
    if (!session.isActive) session.begin(over);
  };
  const wish = (time: number): void => {
    setWished(time);
    tell(time);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs from pressing to the end, over whatever renders meanwhile
  useEffect(() => {
    if (!isPlaying) return;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const span = { min, max };
    const began = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      // Something else was taken into the hand.
      if (!session.isActive) return;
      const { time, isOver } = playedTime(span, selected, now - began, isStill ? stops : null);
      if (time !== played.current) wish(time);
      played.current = time;
      if (isOver) session.end();
      else frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const shown = wished ?? selected;
  const at = nearestStop(stops, shown);
  const text = shown <= min ? TEXTS.time.now : shortTime(shown);
  const left = daysLeft(shown, max);
  const press = (): void => {
    if (isPlaying) {
      session.end();
      return;
    }
    session.end();
    begin();
    setPlaying(true);
  };

  return (
    <div className={css.slider} data-testid="date-slider">
      <button
        type="button"
        className={css.play}
        aria-label={isPlaying ? TEXTS.time.pause : TEXTS.time.play}
        title={isPlaying ? TEXTS.time.pause : TEXTS.time.play}
        aria-pressed={isPlaying}
        disabled={stops.length < 2}
        onClick={press}
      >
        {isPlaying ? <Pause size={16} strokeWidth={1.5} /> : <Play size={16} strokeWidth={1.5} />}
      </button>
      <DragRange
        least={0}
        most={stops.length - 1}
        at={at}
        label={TEXTS.time.slider}
        text={text}
        isDisabled={stops.length < 2}
        session={session}
        begin={begin}
        isRunning={isPlaying}
        onMove={(place) => {
          const time = stops[place];
          if (time !== undefined) wish(time);
        }}
      />
      <output className={css.now}>
        <b>{text}</b>
        <span>{left > 0 ? TEXTS.time.left(`${left}d`) : TEXTS.time.atEnd}</span>
      </output>
    </div>
  );
});
