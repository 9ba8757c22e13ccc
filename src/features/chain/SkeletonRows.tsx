import { type CSSProperties, Suspense } from "react";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { optional } from "../../components/optional.ts";
import css from "./ChainGrid.module.css";

const NoRows = optional(() => import("./no-rows/NoRows.tsx").then((m) => m.NoRows));

interface Props {
  readonly failed: string | null;
  readonly state: FeedState;
  readonly rowHeight: number;
  readonly layout: ChainViewLayout;
}

/** As many as a screen shows. */
const ROWS = 24;

const pair = (x: string, y: string): string => [x, y].join(" ");

/**
 * A bar where the figure of each column will stand: about half its width, at its right; the strike in the middle. They are the background of
 * one element: as elements of their own they were half the work of the page's first layout.
 */
function barsOf({ columns, edges }: ChainViewLayout, rowHeight: number): CSSProperties {
  const places = columns.map(({ id }, index) => {
    const left = edges[index] ?? 0;
    const cell = (edges[index + 1] ?? 0) - left;
    const width = Math.round(cell * 0.45);
    return {
      left: Math.round(id === "strike" ? left + (cell - width) / 2 : left + cell - width - 10),
      width,
    };
  });
  return {
    height: ROWS * rowHeight,
    backgroundImage: `${places.map(() => "var(--bar)").join()},var(--rule)`,
    backgroundPosition: [...places.map(({ left }) => pair(`${left}px`, "0")), pair("0", "0")].join(),
    backgroundSize: [
      ...places.map(({ width }) => pair(`${width}px`, `${rowHeight}px`)),
      pair("100%", `${rowHeight}px`),
    ].join(),
  };
}

/** Before the first figures: rows of the exact shape of what comes; or what went wrong and the next step. */
export function SkeletonRows({ failed, state, rowHeight, layout }: Props) {
  if (failed !== null || state === "refused" || state === "empty") {
    return (
      <div className={css.empty}>
        <Suspense fallback={null}>
          <NoRows failed={failed} isRefused={state === "refused"} />
        </Suspense>
      </div>
    );
  }
  return (
    <div
      aria-hidden="true"
      data-testid="chain-skeleton"
      className={css.skeleton}
      style={barsOf(layout, rowHeight)}
    />
  );
}
