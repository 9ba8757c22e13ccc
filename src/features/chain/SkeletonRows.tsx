import type { FeedState } from "#protocol/frames/chain-frame.ts";
import css from "./ChainGrid.module.css";

interface Props {
  readonly failed: string | null;
  readonly state: FeedState;
  readonly rowHeight: number;
}

const ROWS = Array.from({ length: 24 }, (_, i) => `skeleton-${i}`);

/** Before the first figures: rows of the exact shape of what comes; or what went wrong and the next step. */
export function SkeletonRows({ failed, state, rowHeight }: Props) {
  if (failed !== null) {
    return (
      <div className={css.empty}>
        <h2>This chain cannot be shown</h2>
        <p>{failed}</p>
        <p>Press / to choose another underlying.</p>
      </div>
    );
  }
  if (state === "empty") {
    return (
      <div className={css.empty}>
        <h2>No strikes are listed here</h2>
        <p>This expiry has no options yet. Choose another expiry above.</p>
      </div>
    );
  }
  return (
    <div aria-hidden="true" data-testid="chain-skeleton">
      {ROWS.map((key) => (
        <div key={key} className={css.skeletonRow} style={{ height: rowHeight }}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
