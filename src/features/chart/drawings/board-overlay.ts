import { drawnMap } from "../../../components/chart/prices/drawn/drawn-map.ts";
import { paintDrawn } from "../../../components/chart/prices/drawn/paint-drawn.ts";
import type { ChartOverlay } from "../../../components/chart/time/chart-layer.ts";
import type { Board } from "./board.ts";
import { listenToBoard } from "./board-hand.ts";

type Painted = Parameters<ChartOverlay["paint"]>;

export interface BoardOverlay extends ChartOverlay {
  /** Has the focus with its keys. */
  focus(): void;
  /** Draws what there is now. */
  redraw(): void;
  /** Hand and keys are the chart's alone again, until it is next painted. */
  rest(): void;
}

/** Draws a board over its chart, and listens to hand and keys there. @param format of prices */
export function boardOverlay(
  board: Board,
  decimals: number,
  format: (price: number) => string,
): BoardOverlay {
  let painted: Painted | null = null;
  let end: (() => void) | null = null;

  function rest(): void {
    end?.();
    end = null;
    painted = null;
  }

  function listen([frame]: Painted): void {
    const { over, root } = frame.u;
    const redraw = (): void => painted?.[0].draw();
    const host = root.parentElement;
    if (host === null) return;
    const endHand = listenToBoard(
      {
        host,
        over,
        place: () => (frame.cursor < 0 ? Math.round(frame.window.to) : frame.cursor),
        closeAt(place) {
          const { times, lines } = painted![1];
          const [at, price] = [times[place], lines[0]?.values[place] ?? null];
          return at === undefined || price === null ? null : { at, price };
        },
        map: () => drawnMap(...painted!, decimals),
      },
      board,
    );
    const endBoard = board.subscribe(redraw);
    end = () => {
      endHand();
      endBoard();
    };
  }

  return {
    paint(...now) {
      const isOther = painted?.[0] !== now[0];
      if (isOther) rest();
      painted = now;
      if (isOther) listen(now);
      if (now[1].times.length > 0) paintDrawn(now[0], drawnMap(...now, decimals), board.scene(), format);
    },
    focus: () => painted?.[0].u.root.parentElement?.focus(),
    redraw: () => painted?.[0].draw(),
    rest,
  };
}
