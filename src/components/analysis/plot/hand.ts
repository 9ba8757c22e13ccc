/** Pointers, wheel and keys over a plot, for whichever chart it is of: it says what they mean. */

interface Hand<Start> {
  /** There is something to point at. */
  isReady(): boolean;
  /** @param x CSS pixels inside the plot, here and below */
  press(x: number, event: PointerEvent): void;
  move(x: number): void;
  /** @param wasPinched two fingers were there until now */
  release(x: number, event: PointerEvent, wasPinched: boolean): void;
  /** A pointer that hovers is gone. */
  leave(): void;
  /** What two fingers begin with, around their middle. */
  startPinch(middle: number): Start;
  /** @param factor what is seen becomes so many times as much, against the start */
  pinch(start: Start, factor: number): void;
  /** @param factor as of a pinch, against what is seen */
  wheel(x: number, factor: number, event: WheelEvent): void;
  showAll(): void;
  /** What each key does. */
  keys(event: KeyboardEvent): Readonly<Record<string, () => void>>;
  /** Escape has nothing to clear here: it is for what the chart stands in. */
  isClear(): boolean;
}

/** CSS pixels from which a press is a drag and no click. */
export const DRAGS_FROM = 6;
/** Places or steps that an arrow with Shift goes. */
export const BIG_STEP = 10;
/** Pixels of the wheel that halve or double what is seen. */
const WHEEL_PIXELS = 500;
const LINE_PIXELS = 16;

/** CSS pixels that an event of the wheel tells of, whatever it counts in. */
export const wheelScale = ({ deltaMode }: WheelEvent): number =>
  deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;

/** @param host has the focus; @param over covers the plot; @returns ends it */
export function listenToHand<Start>(host: HTMLElement, over: HTMLElement, hand: Hand<Start>): () => void {
  const fingers = new Map<number, number>();
  let pinch: { readonly start: Start; readonly distance: number } | null = null;

  const inPlot = ({ clientX }: { readonly clientX: number }): number =>
    clientX - over.getBoundingClientRect().left;
  const both = (): [number, number] => [...fingers.values()] as [number, number];
  const distance = (): number => {
    const [a, b] = both();
    return Math.max(1, Math.abs(a - b));
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !hand.isReady()) return;
    const x = inPlot(event);
    fingers.set(event.pointerId, x);
    over.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      const [a, b] = both();
      pinch = { start: hand.startPinch((a + b) / 2), distance: distance() };
    }
    hand.press(x, event);
  }

  function move(event: PointerEvent): void {
    const x = inPlot(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (pinch !== null && fingers.size === 2 && hand.isReady())
      hand.pinch(pinch.start, pinch.distance / distance());
    else hand.move(x);
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    const wasPinched = pinch !== null;
    if (fingers.size < 2) pinch = null;
    hand.release(inPlot(event), event, wasPinched);
  }

  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") hand.leave();
  };

  /** The page scrolls under a chart that is only passed; with Ctrl, or once the chart has the focus, the wheel is the chart's. */
  function wheel(event: WheelEvent): void {
    if (!hand.isReady() || !(event.ctrlKey || event.metaKey || host === document.activeElement)) return;
    event.preventDefault();
    const pixels = event.deltaY * wheelScale(event);
    const factor = 2 ** (pixels / (event.ctrlKey ? WHEEL_PIXELS / 5 : WHEEL_PIXELS));
    hand.wheel(inPlot(event), factor, event);
  }

  function key(event: KeyboardEvent): void {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey || !hand.isReady()) return;
    const act = hand.keys(event)[event.key];
    if (act === undefined) return;
    if (event.key !== "Escape" || !hand.isClear()) event.preventDefault();
    act();
  }

  const end = new AbortController();
  const { signal } = end;
  over.addEventListener("pointerdown", down, { signal });
  over.addEventListener("pointermove", move, { signal });
  over.addEventListener("pointerup", up, { signal });
  over.addEventListener("pointercancel", up, { signal });
  over.addEventListener("pointerleave", leave, { signal });
  over.addEventListener("dblclick", () => hand.showAll(), { signal });
  over.addEventListener("wheel", wheel, { signal, passive: false });
  host.addEventListener("keydown", key, { signal });
  return () => end.abort();
}
