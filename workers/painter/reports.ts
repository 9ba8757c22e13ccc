/** What a painter tells the page of the frames it took: the head's figures, the text of the mirrored rows, the log. */
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PaintedFrame, PainterCommand, PainterEvent } from "./api.ts";
import type { Look } from "./look.ts";

export interface ReportEdges {
  emit(event: PainterEvent, transfer?: Transferable[]): void;
  setTimeout(callback: () => void, ms: number): unknown;
  /** epoch ms with fractions */
  now(): number;
}

export interface Reports {
  /** The head of a frame just taken: at once when the frame is full, else at most four times a second. */
  head(full: boolean): void;
  /** The mirrored rows' text: at once when the frame is full, else when their interval has passed and nothing is scrolled. */
  mirror(full: boolean): void;
  /** Text that passes by is not read, and the page's thread has the scroll to do: the page asks for it once that has come to rest. */
  setScrolling(isScrolling: boolean): void;
  mirrorRows(command: Extract<PainterCommand, { type: "mirror" }>): void;
  /** What rows say besides their figures is another. */
  mirrorNow(): void;
  place(layout: ChainViewLayout): void;
  /** Notes the frame on screen since now. @returns now, epoch ms */
  painted(cells: number): number;
  sendLog(): void;
}

/** The head reaches React at most this often; figures there are read, not watched. */
const HEAD_INTERVAL_MS = 250;
/** A chain's figures are complete so long after its first frame. */
const SETTLE_MS = 1000;
const LOG_LENGTH = 2048;

export function createReports(
  edges: ReportEdges,
  grid: GridState,
  look: Pick<Look, "tags" | "marks">,
): Reports {
  const log: PaintedFrame[] = [];
  let layout: ChainViewLayout | null = null;
  let mirrored = { firstRow: 0, lastRow: -1, everyMs: 1000 };
  let headAt = 0;
  let isHeadWaiting = false;
  let headsSent = 0;
  let mirrorAt = 0;
  /** A chain's first frame lacks what comes with the next ones: its text is looked at once more, however rarely later. */
  let isSettling = false;
  let isMirrorWaiting = false;
  let isScrolling = false;
  let mirrorsSent = 0;

  function head(full: boolean): void {
    const wait = headAt + HEAD_INTERVAL_MS - edges.now();
    if (full || wait <= 0) return sendHead(full);
    if (isHeadWaiting) return;
    isHeadWaiting = true;
    const due = headsSent;
    edges.setTimeout(() => {
      // What was sent meanwhile told of this frame too, and later ones have a wait of their own.
      if (due === headsSent) sendHead(false);
    }, wait);
  }

  function sendHead(full: boolean): void {
    headAt = edges.now();
    headsSent++;
    isHeadWaiting = false;
    edges.emit({ type: "head", head: grid.head.slice(), strikes: full ? grid.strikes.slice() : null });
  }

  function mirror(full: boolean): void {
    if (full) {
      isSettling = true;
      return sendMirror();
    }
    if (isMirrorWaiting || isScrolling || mirrored.lastRow < mirrored.firstRow) return;
    const interval = isSettling ? Math.min(SETTLE_MS, mirrored.everyMs) : mirrored.everyMs;
    const wait = mirrorAt + interval - edges.now();
    const due = mirrorsSent;
    const send = (): void => {
      // What was sent meanwhile, for other rows or at another pace, has its own wait.
      if (due !== mirrorsSent) return;
      isMirrorWaiting = false;
      if (isScrolling) return;
      isSettling = false;
      sendMirror();
    };
    if (wait <= 0) return send();
    isMirrorWaiting = true;
    edges.setTimeout(send, wait);
  }

  function sendMirror(): void {
    const { firstRow, lastRow } = mirrored;
    mirrorAt = edges.now();
    mirrorsSent++;
    isMirrorWaiting = false;
    const { marks, tags } = look;
    if (lastRow < firstRow || layout === null || marks === null) return;
    const rows = marks.rows(layout, tags, firstRow, lastRow);
    edges.emit({ type: "mirror", rows });
  }

  return {
    head,
    mirror,
    setScrolling(next) {
      isScrolling = next;
    },
    mirrorRows(command) {
      mirrored = command;
      sendMirror();
    },
    mirrorNow: sendMirror,
    place(next) {
      layout = next;
      sendMirror();
    },
    painted(cells) {
      const paintedAt = edges.now();
      const { head: figures } = grid;
      log.push({
        frame: figures[HEAD_INDEX.frame]!,
        sequence: figures[HEAD_INDEX.sequence]!,
        serverTime: figures[HEAD_INDEX.serverTime]!,
        clockOffset: figures[HEAD_INDEX.clockOffset]!,
        receivedAt: figures[HEAD_INDEX.receivedAt]!,
        postedAt: figures[HEAD_INDEX.postedAt]!,
        paintedAt,
        cells,
        underlying: figures[HEAD_INDEX.underlying]!,
        expiry: figures[HEAD_INDEX.expiry]!,
      });
      if (log.length > LOG_LENGTH) log.splice(0, log.length - LOG_LENGTH);
      return paintedAt;
    },
    sendLog: () => edges.emit({ type: "log", frames: log.slice() }),
  };
}
