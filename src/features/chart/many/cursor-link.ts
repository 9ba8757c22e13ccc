/** Cursors of several charts go together, by time. */
import type { PlotFrame } from "../../../components/chart/frame/plot-frame.ts";
import type { LayerWatch } from "../watched-layer.ts";

/** The bar that holds a time: the last one that has begun by then; -1 before the first. @param times ascending, epoch ms */
export function placeAt(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Member {
  frame: Pick<PlotFrame, "moveCursor"> | null;
  times: readonly number[];
}

interface JoinedMember extends Required<Pick<LayerWatch, "moved">> {
  drawn(frame: Pick<PlotFrame, "moveCursor">, state: { readonly times: readonly number[] }): void;
  /** It is no longer there: nothing of it is held. */
  leave(): void;
}

export interface CursorLink {
  /** One more chart, whose cursor moves those of the others, and follows them. */
  join(): JoinedMember;
}

export function createCursorLink(): CursorLink {
  const members = new Set<Member>();
  /** A cursor that follows does not lead. */
  let isFollowing = false;
  return {
    join() {
      const own: Member = { frame: null, times: [] };
      return {
        drawn(frame, { times }) {
          members.add(own);
          Object.assign(own, { frame, times });
        },
        moved(place) {
          if (isFollowing) return;
          const time = own.times[place];
          isFollowing = true;
          for (const { frame, times } of [...members].filter((each) => each !== own))
            frame?.moveCursor(time === undefined ? -1 : placeAt(times, time), false);
          isFollowing = false;
        },
        leave() {
          members.delete(own);
          Object.assign(own, { frame: null, times: [] });
        },
      };
    },
  };
}
