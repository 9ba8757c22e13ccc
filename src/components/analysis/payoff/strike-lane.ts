/** The legs' handles under the price axis: real sliders, moved by hand and by keys. */

import { formatFixed } from "#domain/format/number.ts";
import { TEXTS } from "../texts.ts";
import type { DragSession } from "./drag-session.ts";
import css from "./Handles.module.css";
import { stepsOf } from "./handle-keys.ts";
import type { PlotEvents, PlotGeometry, PlotState } from "./plot-state.ts";
import {
  draggedBy,
  lanesOf,
  nearestHandle,
  type StrikeHandle,
  steppedStrike,
  strikeHandles,
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

const LANES = 2;
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
  /** The drag that is on: from where, and what was told last. */
  let from = Number.NaN;
  let grabbed = 0;
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
    const { strikes } = state.options;
    const of = handle.ids.length;
    count.textContent = of > 1 ? `×${of}` : "";
    element.setAttribute("aria-valuenow", String(handle.strike));
    element.setAttribute("aria-valuemin", String(strikes?.[0] ?? handle.strike));
    element.setAttribute("aria-valuemax", String(strikes?.[strikes.length - 1] ?? handle.strike));
    const { sides, types, payoff } = TEXTS;
    const text = payoff.strikePlace(sides[handle.side], strikeText(handle.strike), types[handle.type], of);
    element.setAttribute("aria-valuetext", text);
    element.setAttribute("aria-disabled", String(strikes === null));
    element.dataset.left = String(!handle.isSelected);
  }

  const isOther = (a: StrikeHandle, b: StrikeHandle): boolean =>
    a.strike !== b.strike || a.isSelected !== b.isSelected || a.ids.length !== b.ids.length;

  function place(each: Drawn, lane: number, at: PlotGeometry): void {
    const wanted = at.xOf(each.handle.strike);
    const x = Math.min(Math.max(wanted, at.left), at.left + at.width);
    const isOutside = String(Math.abs(wanted - x) > 1);
    if (each.x === x && each.lane === lane && each.element.dataset.outside === isOutside) return;
    each.element.dataset.outside = isOutside;
    each.x = x;
    each.lane = lane;
    each.element.style.transform = `translate(${x}px,${lane * rowHeight()}px)`;
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
    const all = handles.map((handle) => {
      const known = drawn.get(handle.key);
      const each = known ?? make(handle);
      if (known === undefined || isOther(known.handle, handle)) tell(each, handle);
      each.handle = handle;
      drawn.set(handle.key, each);
      return each;
    });
    const lanes = lanesOf(
      all.map(({ handle }) => at.xOf(handle.strike)),
      WIDTH,
      LANES,
      all.map(({ lane }) => lane),
    );
    for (const [i, each] of all.entries()) place(each, lanes[i]!, at);
    if (orphans.length > 0) all.find(({ handle }) => handle.ids.includes(orphans[0]!))?.element.focus();
  }

  const everyId = (): string[] =>
    state.view.legs.filter(({ type }) => type === "CE" || type === "PE").map(({ id }) => id);

  function drag(ids: readonly string[], by: number, mirror: boolean): void {
    const next = wishText(ids, by, mirror);
    if (next === told) return;
    told = next;
    events.onDragStrikes(ids, by, mirror);
  }

  function begin({ handle, element }: Drawn): void {
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
    element.focus({ preventScroll: true });
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0 || geometry === null || state.options.strikes === null) return;
    const box = host.getBoundingClientRect();
    const hand = { x: event.clientX - box.left, y: event.clientY - box.top };
    const all = [...drawn.values()];
    const row = rowHeight();
    const middles = all.map(({ x, lane }) => ({ x, y: (lane + 0.5) * row }));
    const each = all[nearestHandle(middles, hand, Math.max(WIDTH, row) / 2 + 2)];
    if (each === undefined) return;
    event.preventDefault();
    host.setPointerCapture(event.pointerId);
    begin(each);
    grabbed = geometry.priceOf(hand.x);
  }

  function move(event: PointerEvent): void {
    const { strikes } = state.options;
    if (
      Number.isNaN(from) ||
      !host.hasPointerCapture(event.pointerId) ||
      geometry === null ||
      strikes === null
    )
      return;
    const { left, width } = geometry;
    const x = Math.min(Math.max(event.clientX - host.getBoundingClientRect().left, left), left + width);
    const by = draggedBy(strikes, from, geometry.priceOf(x) - grabbed);
    drag(event.shiftKey ? everyId() : state.held, by, event.altKey);
  }

  const up = (event: PointerEvent): void => {
    if (!host.hasPointerCapture(event.pointerId) || Number.isNaN(from)) return;
    if (event.type === "pointercancel") session.cancel();
    else session.end();
  };

  function key(event: KeyboardEvent): void {
    const { strikes } = state.options;
    const each = [...drawn.values()].find(({ element }) => element === event.target);
    const steps = stepsOf(event, BIG_STEP);
    if (each === undefined || steps === 0 || strikes === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (Number.isNaN(from)) begin(each);
    wished = steppedStrike(strikes, wished, steps);
    drag(state.held, wished - from, event.altKey);
  }

  /** Keys that were held down are one drag, over when they are let go. */
  const rest = (event: Event): void => {
    if (Number.isNaN(from) || host.matches(":active")) return;
    if (event.type === "focusout" || stepsOf(event as KeyboardEvent, BIG_STEP) !== 0) session.end();
  };

  const end = new AbortController();
  const { signal } = end;
  host.addEventListener("pointerdown", down, { signal });
  host.addEventListener("pointermove", move, { signal });
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
