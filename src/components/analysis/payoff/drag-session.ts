import type { DragEvents } from "../types.ts";

/** One thing in the hand at a time: what begins is told once, and ends once, as done or as never done. */
export interface DragSession {
  readonly isActive: boolean;
  /** Ends any other that is still on, of another session too. @param onOver of this drag, however it ends */
  begin(onOver?: () => void): void;
  end(): void;
  cancel(): void;
}

/** Of the page, which has one hand: a date that plays stops when a strike is taken. */
let inHand: DragSession | null = null;

type Told = Pick<DragEvents, "onDragStart" | "onDragEnd" | "onDragCancel">;

/** @param keys where Escape is heard while something is in the hand */
export function createDragSession(told: Told, keys: EventTarget): DragSession {
  let over: (() => void) | null = null;
  const finish = (tell: () => void): void => {
    if (over === null) return;
    const done = over;
    over = null;
    inHand = null;
    keys.removeEventListener("keydown", hear, { capture: true });
    done();
    tell();
  };
  const session: DragSession = {
    get isActive() {
      return over !== null;
    },
    begin(onOver = () => {}) {
      inHand?.end();
      inHand = session;
      over = onOver;
      keys.addEventListener("keydown", hear, { capture: true });
      told.onDragStart();
    },
    end: () => finish(() => told.onDragEnd()),
    cancel: () => finish(() => told.onDragCancel()),
  };
  function hear(event: Event): void {
    if ((event as KeyboardEvent).key !== "Escape") return;
    // What else Escape closes stays open: only the drag is undone.
    event.preventDefault();
    event.stopPropagation();
    session.cancel();
  }
  return session;
}
