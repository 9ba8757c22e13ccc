/** The legs' handles under the price axis: real sliders, moved by hand and by keys. */

import { formatFixed } from "#domain/format/number.ts";
import { TEXTS } from "../texts.ts";
import type { DragSession } from "./drag-session.ts";
import { hearMoves } from "./early-moves.ts";
import css from "./Handles.module.css";
import { keySteps } from "./handle-keys.ts";
import type { PlotEvents, PlotGeometry, PlotState } from "./plot-state.ts";
import {
  draggedBy,
  lanesOf,
  movableIds,
  nearestHandle,
  type StrikeHandle,
  steppedStrike,
  strikeHandles,
  strikesOfHandle,
} from "./strike-handles.ts";

interface Drawn {
  handle: StrikeHandle;
  lane: number;
  x: number;
  readonly element: HTMLElement;
  readonly count: HTMLElement;
}

interface StrikeLane {
  /** To the legs as they are, on the axis as it is. */
  update(geometry: PlotGeometry): void;
  destroy(): void;
}

/** Rows that there is always room for, as in PayoffChart.module.css, and the most: bought and sold calls and puts of one strike. */
const LEAST_ROWS = 2;
const MOST_ROWS = 4;
/** CSS pixels, as in Handles.module.css: of a handle with its gap, of a row for a mouse and for a finger. */
const WIDTH = 46;
const ROW = 22;
const COARSE_ROW = 44;
const BIG_STEP = 5;

/** Strikes of indices are whole, of shares have paise, of currencies more. */
const strikeText = (strike: number): string =>
  formatFixed(strike, strike % 1 === 0 ? 0 : strike < 1000 ? 4 : 2);

export function createStrikeLane(
  host: HTMLElement,
  state: PlotState,
  session: DragSession,
  events: PlotEvents,
): StrikeLane {
  const drawn = new Map<string, Drawn>();
  const coarse = window.matchMedia("(pointer: coarse)");
  let geometry: PlotGeometry | null = null;
  let rows = LEAST_ROWS;
  let { strikesOf } = state.options;
  /** The drag that is on: along which strikes, from where, and what was told last. */
  let along: readonly number[] = [];
  let from = Number.NaN;
  let grabbed = 0;
  /** Where the lane begins, CSS pixels: asked once a drag, for the page would be laid out for it at each move. */
  let edge = 0;
  let wished = 0;
  let told = "";

  const rowHeight = (): number => (coarse.matches ? COARSE_ROW : ROW);

  function make(handle: StrikeHandle): Drawn {
    const element = document.createElement("div");
    element.className = css.strike ?? "";
    element.setAttribute("role", "slider");
    element.setAttribute("aria-orientation", "horizontal");
    element.tabIndex = 0;
    element.title = TEXTS.payoff.strikeHint;
    const letter = document.createElement("b");
    letter.textContent = TEXTS.sideLetters[handle.side];
    const type = document.createElement("span");
    type.textContent = TEXTS.types[handle.type];
    const count = document.createElement("i");
    element.append(letter, type, count);
    element.dataset.side = handle.side;
    element.setAttribute(
      "aria-label",
      TEXTS.payoff.strike(TEXTS.sides[handle.side], TEXTS.types[handle.type]),
    );
    host.append(element);
    return { handle, lane: -1, x: 0, element, count };
  }

  /** Only what is different is written: most frames move nothing. */
  function tell({ element, count }: Drawn, handle: StrikeHandle): void {
    const strikes = strikesOfHandle(handle, strikesOf);
    const of = handle.ids.length;
    count.textContent = of > 1 ? `×${of}` : "";
    element.setAttribute("aria-valuenow", String(handle.strike));
    element.setAttribute("aria-valuemin", String(strikes[0] ?? handle.strike));
    element.setAttribute("aria-valuemax", String(strikes.at(-1) ?? handle.strike));
    const { sides, types, payoff } = TEXTS;
    const text = payoff.strikePlace(sides[handle.side], strikeText(handle.strike), types[handle.type], of);
    element.setAttribute("aria-valuetext", text);
    element.setAttribute("aria-disabled", String(strikes.length === 0));
    element.dataset.left = String(!handle.isSelected);
  }

  const isOther = (a: StrikeHandle, b: StrikeHandle): boolean =>
    a.strike !== b.strike ||
    a.isSelected !== b.isSelected ||
    a.legs.some(({ expiry }, i) => expiry !== b.legs[i]?.expiry);

  /** At its strike, or at the end of the axis beyond which that lies. */
  const placeOf = ({ strike }: StrikeHandle, { xOf, left, width }: PlotGeometry): number =>
    Math.min(Math.max(xOf(strike), left), left + width);

  function place(each: Drawn, lane: number, at: PlotGeometry): void {
    const x = placeOf(each.handle, at);
    const isOutside = String(Math.abs(at.xOf(each.handle.strike) - x) > 1);
    if (each.x === x && each.lane === lane && each.element.dataset.outside === isOutside) return;
    each.element.dataset.outside = isOutside;
    each.x = x;
    each.lane = lane;
    each.element.style.transform = `translate(${x}px,${lane * rowHeight()}px)`;
  }

  /**
   * As many rows as it takes for each to be grabbed. What was in a row stays there, but for rows that are only there for a crowd: those
   * go with it, once nothing is in the hand.
   */
  function arrange(all: readonly Drawn[], at: PlotGeometry): void {
    const isHeld = state.held.length > 0;
    const lanes = lanesOf(
      all.map(({ handle }) => placeOf(handle, at)),
      WIDTH,
      MOST_ROWS,
      all.map(({ lane }) => (isHeld || lane < LEAST_ROWS ? lane : -1)),
    );
    rows = Math.max(LEAST_ROWS, isHeld ? rows : 0, ...lanes.map((lane) => lane + 1));
    const height = rows > LEAST_ROWS ? `${rows * rowHeight()}px` : "";
    if (host.style.height !== height) host.style.height = height;
    for (const [i, each] of all.entries()) place(each, lanes[i]!, at);
  }

  /** A handle with the focus that becomes part of another hands the focus on. */
  function drop(keys: ReadonlySet<string>): readonly string[] {
    let orphans: readonly string[] = [];
    for (const [key, each] of drawn) {
      if (keys.has(key)) continue;
      if (each.element === document.activeElement) orphans = each.handle.ids;
      each.element.remove();
      drawn.delete(key);
    }
    return orphans;
  }

  function update(at: PlotGeometry): void {
    geometry = at;
    const handles = state.full === null ? [] : strikeHandles(state.view.legs, state.held);
    const orphans = drop(new Set(handles.map(({ key }) => key)));
    const isOtherList = strikesOf !== state.options.strikesOf;
    ({ strikesOf } = state.options);
    const all = handles.map((handle) => {
      const known = drawn.get(handle.key);
      const each = known ?? make(handle);
      if (known === undefined || isOtherList || isOther(known.handle, handle)) tell(each, handle);
      each.handle = handle;
      drawn.set(handle.key, each);
      return each;
    });
    arrange(all, at);
    if (orphans.length > 0) all.find(({ handle }) => handle.ids.includes(orphans[0]!))?.element.focus();
  }

  /** With Shift all legs go along, with Alt the opposite ones go the other way: by hand as by keys. */
  function drag(by: number, { shiftKey, altKey }: Pick<MouseEvent, "shiftKey" | "altKey">): void {
    const ids = shiftKey ? movableIds(state.view.legs) : state.held;
    const next = wishText(ids, by, altKey);
    if (next === told) return;
    told = next;
    events.onDragStrikes(ids, by, altKey);
  }

  /** @returns whether there is anywhere to go */
  function begin({ handle, element }: Drawn): boolean {
    along = strikesOfHandle(handle, state.options.strikesOf);
    if (along.length === 0) return false;
    // First: the focus that leaves another handle would end what has begun.
    element.focus({ preventScroll: true });
    element.dataset.held = "true";
    session.begin(() => {
      element.dataset.held = "false";
      state.held = [];
      from = Number.NaN;
      if (geometry !== null) update(geometry);
    });
    state.held = handle.ids;
    from = handle.strike;
    wished = from;
    told = wishText(handle.ids, 0, false);
    return true;
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0 || geometry === null) return;
    const box = host.getBoundingClientRect();
    const hand = { x: event.clientX - box.left, y: event.clientY - box.top };
    const all = [...drawn.values()];
    const row = rowHeight();
    const middles = all.map(({ x, lane }) => ({ x, y: (lane + 0.5) * row }));
    const each = all[nearestHandle(middles, hand, Math.max(WIDTH, row) / 2 + 2)];
    if (each === undefined || !begin(each)) return;
    event.preventDefault();
    host.setPointerCapture(event.pointerId);
    edge = box.left;
    grabbed = geometry.priceOf(hand.x);
  }

  const isInHand = ({ pointerId }: PointerEvent): boolean =>
    !Number.isNaN(from) && host.hasPointerCapture(pointerId);

  function move(event: PointerEvent): void {
    if (geometry === null) return;
    const { left, width } = geometry;
    const x = Math.min(Math.max(event.clientX - edge, left), left + width);
    drag(draggedBy(along, from, geometry.priceOf(x) - grabbed), event);
  }

  const up = (event: PointerEvent): void => {
    if (!isInHand(event)) return;
    if (event.type === "pointercancel") session.cancel();
    else session.end();
  };

  function key(event: KeyboardEvent): void {
    const each = [...drawn.values()].find(({ element }) => element === event.target);
    const steps = keySteps(event, BIG_STEP);
    if (each === undefined || steps === 0) return;
    if (Number.isNaN(from) && !begin(each)) return;
    event.preventDefault();
    event.stopPropagation();
    wished = steppedStrike(along, wished, steps);
    drag(wished - from, event);
  }

  /** Keys that were held down are one drag, over when they are let go. */
  const rest = (event: Event): void => {
    if (Number.isNaN(from) || host.matches(":active")) return;
    if (event.type === "focusout" || keySteps(event as KeyboardEvent, BIG_STEP) !== 0) session.end();
  };

  const end = new AbortController();
  const { signal } = end;
  host.addEventListener("pointerdown", down, { signal });
  hearMoves(host, isInHand, move, signal);
  host.addEventListener("pointerup", up, { signal });
  host.addEventListener("pointercancel", up, { signal });
  host.addEventListener("keydown", key, { signal });
  host.addEventListener("keyup", rest, { signal });
  host.addEventListener("focusout", rest, { signal });
  return {
    update,
    destroy() {
      end.abort();
      host.replaceChildren();
    },
  };
}

const wishText = (ids: readonly string[], by: number, mirror: boolean): string =>
  `${by} ${mirror} ${ids.join()}`;
