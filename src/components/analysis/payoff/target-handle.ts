/** The target price over its line: a slider, moved by hand and by keys. */

import { formatFixed, formatSignedPct } from "#domain/format/number.ts";
import { TEXTS } from "../texts.ts";
import type { DragSession } from "./drag-session.ts";
import { hearMoves } from "./early-moves.ts";
import css from "./Handles.module.css";
import { stepsOf } from "./handle-keys.ts";
import { paintTag } from "./paint-hand.ts";
import type { PlotEvents, PlotGeometry, PlotState } from "./plot-state.ts";
import { shareFrom } from "./readout.ts";

interface TargetHandle {
  /** Whether it is in the hand, which knows the price before any answer does. */
  readonly isHeld: boolean;
  /** @param isInHand what follows the hand is drawn by its canvas: a tag that a pointer holds is told of, and not moved */
  update(geometry: PlotGeometry, isInHand: boolean): void;
  /** On the hand's canvas, if it is that which is in the hand. @param bottom CSS pixels of its lower edge there */
  paint(ctx: CanvasRenderingContext2D, bottom: number): void;
  destroy(): void;
}

const BIG_STEP = 10;

/** @param moved draws the line at once, before its figures come */
export function createTargetHandle(
  host: HTMLElement,
  state: PlotState,
  session: DragSession,
  events: PlotEvents,
  moved: (price: number) => void,
): TargetHandle {
  const element = document.createElement("div");
  element.className = css.target ?? "";
  element.setAttribute("role", "slider");
  element.setAttribute("aria-label", TEXTS.payoff.target);
  element.title = TEXTS.payoff.targetHint;
  element.tabIndex = 0;
  // Its letters change with every frame: a node that stays asks the page for less than one that is put in its place.
  const tag = element.appendChild(document.createTextNode(""));
  host.append(element);
  let geometry: PlotGeometry | null = null;
  let isHeld = false;
  let grabbed = 0;
  /** Held by a pointer, not by keys, whose focus has to be seen. */
  let isPointed = false;
  /** By the hand's canvas. */
  let isDrawn = false;
  let height = 0;
  let said = "";
  let leant = "";

  /** On the grid of steps, inside what is shown. */
  function wish(price: number): void {
    const { priceStep } = state.options;
    const stepped = priceStep > 0 ? Math.round(price / priceStep) * priceStep : price;
    const { min, max } = state.full ?? state.window;
    const next = Math.min(Math.max(stepped, min), max);
    if (next === state.view.target) return;
    // Asked before it is drawn: an answer that comes before the next frame is in it.
    events.onTargetPrice(next);
    moved(next);
  }

  function begin(isByPointer: boolean): void {
    session.begin(() => {
      isHeld = false;
      element.dataset.held = "false";
    });
    isHeld = true;
    isPointed = isByPointer;
    element.dataset.held = "true";
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0 || geometry === null) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
    grabbed = event.clientX - geometry.xOf(state.view.target);
    begin(true);
  }

  const isInHand = ({ pointerId }: PointerEvent): boolean => isHeld && element.hasPointerCapture(pointerId);

  function follow(event: PointerEvent): void {
    if (geometry === null) return;
    const x = event.clientX - grabbed;
    const { left, width } = geometry;
    wish(geometry.priceOf(Math.min(Math.max(x, left), left + width)));
  }

  const up = (event: PointerEvent): void => {
    if (!isInHand(event)) return;
    if (event.type === "pointercancel") session.cancel();
    else session.end();
  };

  function release(): void {
    session.begin();
    events.onTargetPrice(null);
    session.end();
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      release();
      return;
    }
    const to = wishOf(event, state);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isHeld) begin(false);
    wish(to);
  }

  /** Keys that were held down are one drag, over when they are let go. */
  const rest = (event: Event): void => {
    if (!isHeld || element.matches(":active")) return;
    if (event.type === "blur" || wishOf(event as KeyboardEvent, state) !== null) session.end();
  };

  const placeIn = ({ left, width, xOf }: PlotGeometry): number =>
    Math.min(Math.max(xOf(state.view.target), left), left + width);

  function update(at: PlotGeometry, isInHand: boolean): void {
    geometry = at;
    const { target, spot } = state.view;
    const isKnown = Number.isFinite(target) && state.full !== null;
    if (element.hidden !== !isKnown) element.hidden = !isKnown;
    if (!isKnown) return;
    const price = formatFixed(target, state.options.decimals);
    const text = TEXTS.payoff.targetPlace(price, formatSignedPct(shareFrom(spot, target)));
    if (text !== said) tell(text);
    said = text;
    draw(isInHand && isPointed && isHeld);
    if (!isDrawn) move(at, TEXTS.payoff.targetTag(price));
  }

  function tell(text: string): void {
    const { target } = state.view;
    element.setAttribute("aria-valuetext", text);
    element.setAttribute("aria-valuenow", String(target));
    element.setAttribute("aria-valuemin", String(Math.min(state.window.min, target)));
    element.setAttribute("aria-valuemax", String(Math.max(state.window.max, target)));
  }

  function draw(next: boolean): void {
    if (next === isDrawn) return;
    isDrawn = next;
    height = element.clientHeight;
    element.dataset.drawn = String(next);
  }

  function move(at: PlotGeometry, text: string): void {
    const x = placeIn(at);
    // Near an end the tag stays inside, and its tip still shows the price.
    const lean = `${leanOf(x - at.left, at.width)}%`;
    if (lean !== leant) element.style.setProperty("--lean", lean);
    leant = lean;
    element.style.transform = `translateX(${x}px)`;
    if (tag.data !== text) tag.data = text;
  }

  function paint(ctx: CanvasRenderingContext2D, bottom: number): void {
    if (!isDrawn || geometry === null) return;
    const x = placeIn(geometry);
    const text = TEXTS.payoff.targetTag(formatFixed(state.view.target, state.options.decimals));
    const lean = leanOf(x - geometry.left, geometry.width) / 100;
    paintTag(ctx, state, { text, x, bottom, height, lean });
  }

  const end = new AbortController();
  const { signal } = end;
  element.addEventListener("pointerdown", down, { signal });
  hearMoves(element, isInHand, follow, signal);
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("dblclick", release, { signal });
  element.addEventListener("keydown", key, { signal });
  element.addEventListener("keyup", rest, { signal });
  element.addEventListener("blur", rest, { signal });
  return {
    get isHeld() {
      return isHeld;
    },
    update,
    paint,
    destroy() {
      end.abort();
      element.remove();
    },
  };
}

/** CSS pixels on either side of the tip when the tag is centred. */
const HALF_TAG = 60;

/** Per cent of the tag that lies left of its tip. */
function leanOf(x: number, width: number): number {
  if (x < HALF_TAG) return (50 * x) / HALF_TAG;
  if (width - x < HALF_TAG) return 100 - (50 * (width - x)) / HALF_TAG;
  return 50;
}

/** Where a key wants the target; null for other keys. */
function wishOf(event: KeyboardEvent, { view, options, window }: PlotState): number | null {
  if (event.key === "Home") return window.min;
  if (event.key === "End") return window.max;
  const steps = stepsOf(event, BIG_STEP);
  return steps === 0 ? null : view.target + steps * options.priceStep;
}
