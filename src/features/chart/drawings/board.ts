/** What is being drawn, selected and moved on one chart: what the hand, the keys and the tools do. Pure. */
import {
  type DrawnKind,
  type DrawnLine,
  type DrawnPoint,
  pointsOf,
} from "../../../components/chart/prices/drawn/drawn-lines.ts";
import type { DrawnScene } from "../../../components/chart/prices/drawn/paint-drawn.ts";

export interface BoardState {
  /** what a press draws; null nothing */
  readonly tool: DrawnKind | null;
  /** points set of the line that is being drawn */
  readonly points: readonly DrawnPoint[];
  /** where the next one would be */
  readonly next: DrawnPoint | null;
  /** keys have moved it there: it is read out */
  readonly isByKey: boolean;
  /** -1 none */
  readonly selected: number;
  /** a handle in the hand, and where it is */
  readonly moved: { readonly line: number; readonly handle: number; readonly to: DrawnPoint } | null;
}

const CLEAR: BoardState = { tool: null, points: [], next: null, isByKey: false, selected: -1, moved: null };

export interface Lines {
  read(): readonly DrawnLine[];
  /** @returns whether they are taken */
  keep(lines: readonly DrawnLine[]): boolean;
}

export interface Board {
  readonly state: BoardState;
  /** All that is drawn, with what is in the hand. */
  scene(): DrawnScene;
  subscribe(listener: () => void): () => void;
  choose(tool: DrawnKind | null): void;
  /** The pointer is there, or keys are, with a tool. */
  point(next: DrawnPoint | null, isByKey: boolean): void;
  /** A point is set with the tool; with its last one the line is drawn, selected, and the tool is put down. */
  press(point: DrawnPoint): void;
  select(line: number): void;
  /** In the hand: kept with `drop`. */
  drag(line: number, handle: number, to: DrawnPoint): void;
  drop(): void;
  /** Takes the selected line away. @returns whether there was one */
  remove(): boolean;
  /** Puts the tool down, or else lets go of what is selected. @returns whether there was either */
  escape(): boolean;
}

const withPoint = (line: DrawnLine, handle: number, to: DrawnPoint): DrawnLine => ({
  ...line,
  points: line.points.map((point, i) => (i === handle ? to : point)),
});

const isSame = (a: DrawnPoint | undefined, b: DrawnPoint): boolean => a?.at === b.at && a.price === b.price;

export function createBoard(lines: Lines): Board {
  let state = CLEAR;
  const listeners = new Set<() => void>();

  function put(next: Partial<BoardState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const shown = (): readonly DrawnLine[] => {
    const { moved } = state;
    const all = lines.read();
    return moved === null
      ? all
      : all.map((line, i) => (i === moved.line ? withPoint(line, moved.handle, moved.to) : line));
  };

  return {
    get state() {
      return state;
    },
    scene: () => ({
      lines: shown(),
      selected: state.selected,
      draft: state.tool === null ? null : { kind: state.tool, points: state.points },
      next: state.next,
    }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose: (tool) => put({ ...CLEAR, tool }),
    point(next, isByKey) {
      if (state.tool !== null) put({ next, isByKey });
    },
    press(point) {
      const { tool, points } = state;
      // A line from a point to itself has no direction.
      if (tool === null || isSame(points[0], point)) return;
      const set = [...points, point];
      if (set.length < pointsOf(tool)) return put({ points: set, next: null });
      const all = lines.read();
      const isTaken = lines.keep([...all, { kind: tool, points: set }]);
      put({ ...CLEAR, selected: isTaken ? all.length : -1 });
    },
    select(line) {
      if (line !== state.selected) put({ selected: line });
    },
    drag: (line, handle, to) => put({ moved: { line, handle, to } }),
    drop() {
      const { moved } = state;
      if (moved === null) return;
      const all = shown();
      const [a, b] = all[moved.line]?.points ?? [];
      if (a !== undefined && (b === undefined || !isSame(a, b))) lines.keep(all);
      put({ moved: null });
    },
    remove() {
      const all = lines.read();
      const { selected } = state;
      if (all[selected] === undefined) return false;
      lines.keep(all.filter((_, i) => i !== selected));
      put({ selected: -1, moved: null });
      return true;
    },
    escape() {
      const isClear = state.tool === null && state.selected < 0;
      if (!isClear) put(CLEAR);
      return !isClear;
    },
  };
}
