import { Suspense } from "react";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { optional } from "../../components/optional.ts";
import css from "./ChainGrid.module.css";
import { TEXTS } from "./texts.ts";

const MarketRefused = optional(() =>
  import("../../shared/market-refused/MarketRefused.tsx").then((m) => m.MarketRefused),
);

interface Props {
  readonly failed: string | null;
  readonly state: FeedState;
  readonly rowHeight: number;
  readonly layout: ChainViewLayout;
}

/** Where the figure of a column will stand: about half its width, at its right; the strike in the middle. */
function placeOf({ columns, edges }: ChainViewLayout, index: number): { left: number; width: number } {
  const left = edges[index] ?? 0;
  const cell = (edges[index + 1] ?? 0) - left;
  const width = Math.round(cell * 0.45);
  const isStrike = columns[index]?.id === "strike";
  return { left: Math.round(isStrike ? left + (cell - width) / 2 : left + cell - width - 10), width };
}

const ROWS = Array.from({ length: 24 }, (_, i) => `skeleton-${i}`);

/** Before the first figures: rows of the exact shape of what comes; or what went wrong and the next step. */
export function SkeletonRows({ failed, state, rowHeight, layout }: Props) {
  if (failed !== null) {
    return (
      <div className={css.empty}>
        <h2>{TEXTS.grid.failed.title}</h2>
        <p>{failed}</p>
        <p>{TEXTS.grid.failed.next}</p>
      </div>
    );
  }
  if (state === "refused") {
    return (
      <div className={css.empty}>
        <Suspense fallback={null}>
          <MarketRefused />
        </Suspense>
      </div>
    );
  }
  if (state === "empty") {
    return (
      <div className={css.empty}>
        <h2>{TEXTS.grid.empty.title}</h2>
        <p>{TEXTS.grid.empty.text}</p>
      </div>
    );
  }
  return (
    <div aria-hidden="true" data-testid="chain-skeleton">
      {ROWS.map((key) => (
        <div key={key} className={css.skeletonRow} style={{ height: rowHeight }}>
          {layout.columns.map((column, i) => (
            <span key={`${column.side}-${column.id}`} style={placeOf(layout, i)} />
          ))}
        </div>
      ))}
    </div>
  );
}
