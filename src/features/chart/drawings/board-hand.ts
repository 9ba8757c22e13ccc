/** What hand and keys do with drawings, before the chart has what they leave: presses, handles, the keys of the tools. */

import {
  type DrawnPoint,
  type Hit,
  hitOf,
  type Reach,
  type Spot,
} from "../../../components/chart/prices/drawn/drawn-lines.ts";
import type { DrawnMap } from "../../../components/chart/prices/drawn/drawn-map.ts";
import type { Board } from "./board.ts";

interface Chart {
  readonly over: HTMLElement;
  /** has the focus, and stands around all of it */
  readonly host: HTMLElement;
  /** the bar under the cursor, else the newest in view */
  place(): number;
  /** the point at a bar's close; null where that is not known */
  closeAt(place: number): DrawnPoint | null;
  map(): DrawnMap;
}

/** CSS pixels. */
const MOUSE: Reach = { handle: 9, line: 6 };
const FINGER: Reach = { handle: 24, line: 14 };
const DRAGS_FROM = 6;
const STEP = 2;
const BIG_STEP = 20;
const ACROSS = ["ArrowLeft", "ArrowRight", "Home", "End"];

/** @returns ends it */
export function listenToBoard({ host, over, place, closeAt, map }: Chart, board: Board): () => void {
  /** A press of ours. */
  let hand: { readonly id: number; readonly start: Spot; readonly hit: Hit | null } | null = null;
  let isOurs = false;
  /** Price that keys have moved a point to; null at the bar's close. */
  let keyed: number | null = null;

  const spotOf = ({ clientX, clientY }: MouseEvent): Spot => {
    const { left, top } = over.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const hitAt = (event: PointerEvent): Hit | null => {
    const now = map();
    const reach = event.pointerType === "mouse" ? MOUSE : FINGER;
    const { lines, selected } = board.scene();
    return hitOf(lines.map(now.seen), selected, spotOf(event), reach);
  };
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  function down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    const { tool, selected } = board.state;
    const hit = tool === null ? hitAt(event) : null;
    isOurs = tool !== null || hit !== null;
    if (!isOurs) {
      if (selected >= 0) board.select(-1);
      return;
    }
    event.stopImmediatePropagation();
    host.focus({ preventScroll: true });
    over.setPointerCapture(event.pointerId);
    hand = { id: event.pointerId, start: spotOf(event), hit };
    keyed = null;
    if (hit !== null) board.select(hit.line);
  }

  function move(event: PointerEvent): void {
    const { tool } = board.state;
    const spot = spotOf(event);
    if (tool !== null) return board.point(map().pointOf(spot), false);
    if (hand === null) {
      const hit = event.pointerType === "mouse" && event.buttons === 0 ? hitAt(event) : null;
      over.style.cursor = hit === null ? "" : hit.handle === null ? "pointer" : "grab";
    } else if (hand.id === event.pointerId) {
      const { start, hit } = hand;
      // A level is moved by any of its places.
      const isLevel = hit !== null && board.scene().lines[hit.line]?.kind === "level";
      const handle = hit?.handle ?? (isLevel ? 0 : null);
      const isMoving =
        board.state.moved !== null || Math.hypot(spot.x - start.x, spot.y - start.y) >= DRAGS_FROM;
      if (hit !== null && handle !== null && isMoving) board.drag(hit.line, handle, map().pointOf(spot));
    }
  }

  function up(event: PointerEvent): void {
    if (hand?.id !== event.pointerId) return;
    const { start } = hand;
    hand = null;
    if (board.state.tool === null) return board.drop();
    if (event.type === "pointercancel") return;
    const spot = spotOf(event);
    // Drawn in one go: from where it was pressed to where it was let go.
    const isDragged = Math.hypot(spot.x - start.x, spot.y - start.y) >= DRAGS_FROM;
    if (isDragged && board.state.tool !== "level" && board.state.points.length === 0)
      board.press(map().pointOf(start));
    board.press(map().pointOf(spot));
    over.style.cursor = board.state.tool === null ? "" : "crosshair";
  }

  /** A finger that draws does not scroll the page. */
  const touch = (event: TouchEvent): void => {
    if (isOurs && event.cancelable) event.preventDefault();
  };
  const twice = (event: MouseEvent): void => {
    if (isOurs) event.stopImmediatePropagation();
  };

  function keyPoint(): DrawnPoint | null {
    const close = closeAt(place());
    return close === null || keyed === null ? close : { ...close, price: keyed };
  }

  function shift(pixels: number): void {
    const point = keyPoint();
    if (point === null) return;
    const now = map();
    const { x, y } = now.spotOf(point);
    keyed = now.pointOf({ x, y: y + pixels }).price;
    board.point(keyPoint(), true);
  }

  function key(event: KeyboardEvent): void {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey) return;
    const isUsed = ((): boolean => {
      const { tool } = board.state;
      const step = event.shiftKey ? BIG_STEP : STEP;
      if (event.key === "Escape") return board.escape();
      if (event.key === "Delete" || event.key === "Backspace") return board.remove();
      if (tool === null) return false;
      if (event.key === "ArrowUp") shift(-step);
      else if (event.key === "ArrowDown") shift(step);
      else if (event.key === "Enter") {
        const point = keyPoint();
        if (point !== null) board.press(point);
        keyed = null;
      } else return false;
      return true;
    })();
    if (isUsed) stop(event);
  }
  /** The cursor has gone on: what is drawn goes with it. */
  const moved = ({ key, target }: KeyboardEvent): void => {
    if (target === host && board.state.tool !== null && ACROSS.includes(key)) board.point(keyPoint(), true);
  };

  const end = new AbortController();
  const first = { signal: end.signal, capture: true };
  host.addEventListener("pointerdown", down, first);
  host.addEventListener("pointermove", move, first);
  host.addEventListener("pointerup", up, first);
  host.addEventListener("pointercancel", up, first);
  host.addEventListener("touchstart", touch, { ...first, passive: false });
  host.addEventListener("touchmove", touch, { ...first, passive: false });
  host.addEventListener("dblclick", twice, first);
  host.addEventListener("keydown", key, first);
  host.addEventListener("keydown", moved, { signal: end.signal });
  const endBoard = board.subscribe(() => {
    if (board.state.tool !== null) over.style.cursor = "crosshair";
    else if (over.style.cursor === "crosshair") over.style.cursor = "";
  });
  return () => {
    endBoard();
    end.abort();
    over.style.cursor = "";
  };
}
