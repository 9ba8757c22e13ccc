import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { TEXTS } from "../texts.ts";
import { PREVIOUS_CLOSE } from "./oi-day.ts";
import {
  clockOf,
  endOf,
  type Handle,
  isGap,
  lastOf,
  lengthOf,
  type Places,
  type Span,
  withHandle,
} from "./places.ts";
import css from "./TimeBar.module.css";
import { hourMarks, leftOf, type Part, partOf, placeUnder, stretchOf } from "./time-bar.ts";

const { day: texts } = TEXTS;
/** Minutes a key with Shift goes, and PageUp and PageDown. */
const STRIDE = 15;
const MINUTE_MS = 60_000;

interface Props {
  readonly span: Span;
  readonly places: Places;
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** a session that still goes on: its newest minute is now */
  readonly isRunning: boolean;
  /** false: both handles stand where they are, such as before the first minute */
  readonly isOpen: boolean;
  /** a handle will be moved in a moment */
  readonly onNear: () => void;
  readonly onMove: (places: Places) => void;
  /** what was moved has come to rest */
  readonly onRest: () => void;
}

/** Where a handle stands, in words. */
export function placeText(place: number, { span, isRunning }: Pick<Props, "span" | "isRunning">): string {
  if (place === PREVIOUS_CLOSE) return texts.previousClose;
  const clock = clockOf(place, span) ?? "";
  return isRunning && place === lastOf(span) ? `${clock}, ${texts.now}` : clock;
}

function spokenPlace(place: number, props: Props): string {
  const said = place === PREVIOUS_CLOSE ? texts.spokenPrevious : placeText(place, props);
  return isGap(place, props.span, props.gaps) ? `${said}, ${texts.unknown}` : said;
}

/** How far a key takes a handle; null: it is not one of its keys. */
function keyPlace(event: KeyboardEvent, at: number, last: number): number | null {
  const by = event.shiftKey ? STRIDE : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + by,
    ArrowUp: at + by,
    ArrowLeft: at - by,
    ArrowDown: at - by,
    PageUp: at + STRIDE,
    PageDown: at - STRIDE,
    Home: PREVIOUS_CLOSE,
    End: last,
  };
  return event.altKey || event.ctrlKey || event.metaKey ? null : (steps[event.key] ?? null);
}

const styleOf = ({ left, width }: Part): { left: string; width: string } => ({
  left: `${left * 100}%`,
  width: `${width * 100}%`,
});

/** A session as a bar, with the two instants that are compared as handles, in minute steps (rule OI-5). */
export function TimeBar(props: Props) {
  const { span, places, gaps, isOpen, onNear, onMove, onRest } = props;
  const track = useRef<HTMLDivElement>(null);
  const handles = useRef<Record<Handle, HTMLDivElement | null>>({ from: null, to: null });
  const held = useRef<Handle | null>(null);
  /** Of the newest render: two moves may come before the next one. */
  const latest = useRef(places);
  latest.current = places;
  const length = lengthOf(span);
  const last = lastOf(span);
  const at = { from: places.from, to: endOf(places, span) };

  const go = (handle: Handle, place: number): void => {
    const next = withHandle(latest.current, handle, place, span);
    const { from, to } = latest.current;
    if (next.from === from && next.to === to) return;
    latest.current = next;
    onMove(next);
  };
  const placeOf = (event: PointerEvent): number => {
    const { left, width } = track.current!.getBoundingClientRect();
    return placeUnder((event.clientX - left) / width, length);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || !isOpen) return;
    event.preventDefault();
    onNear();
    const place = placeOf(event);
    const own = (event.target as HTMLElement).closest<HTMLElement>("[data-handle]")?.dataset.handle;
    const nearest = Math.abs(place - at.from) < Math.abs(place - at.to) ? "from" : "to";
    const handle: Handle = own === "from" || own === "to" ? own : nearest;
    held.current = handle;
    handles.current[handle]?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    if (own === undefined) go(handle, place);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (held.current !== null) go(held.current, placeOf(event));
  };
  const letGo = (): void => {
    if (held.current === null) return;
    held.current = null;
    onRest();
  };
  const onKeyDown = (handle: Handle) => (event: KeyboardEvent<HTMLDivElement>) => {
    const place = isOpen ? keyPlace(event, at[handle], last) : null;
    if (place === null) return;
    event.preventDefault();
    onNear();
    go(handle, place);
    onRest();
  };

  const handle = (name: Handle) => (
    <div
      key={name}
      ref={(element) => {
        handles.current[name] = element;
      }}
      role="slider"
      className={css.handle}
      data-handle={name}
      data-testid={`oi-handle-${name}`}
      style={{ left: `${leftOf(at[name], length) * 100}%` }}
      tabIndex={isOpen ? 0 : -1}
      aria-label={name === "from" ? texts.fromHandle : texts.toHandle}
      aria-valuemin={PREVIOUS_CLOSE}
      aria-valuemax={last}
      aria-valuenow={at[name]}
      aria-valuetext={spokenPlace(at[name], props)}
      aria-disabled={!isOpen}
      onKeyDown={onKeyDown(name)}
      onFocus={onNear}
    />
  );

  return (
    <div
      className={css.bar}
      data-closed={isOpen ? undefined : ""}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onPointerEnter={onNear}
      data-testid="oi-time-bar"
    >
      <div ref={track} className={css.track}>
        <span className={css.ahead} />
        <span className={css.told} style={styleOf(stretchOf(0, span.minutes, length))} />
        <span className={css.chosen} style={styleOf(partOf(at.from, at.to, length))} />
        {gaps.map(({ from, to }) => (
          <span
            key={from}
            className={css.gap}
            style={styleOf(stretchOf((from - span.open) / MINUTE_MS, (to - span.open) / MINUTE_MS, length))}
            data-testid="oi-gap"
          />
        ))}
        {hourMarks(span).map(({ left, clock }, i) => (
          <span
            key={clock}
            className={css.hour}
            style={{ left: `${left * 100}%` }}
            data-second={i % 2 === 1 ? "" : undefined}
            aria-hidden="true"
          >
            {clock}
          </span>
        ))}
        {handle("from")}
        {handle("to")}
      </div>
    </div>
  );
}
