import type { FeedState } from "#protocol/frames/chain-frame.ts";
import css from "./Head.module.css";
import { TEXTS } from "./texts.ts";

export function FeedStanding({ feed }: { readonly feed: FeedState }) {
  return (
    <span className={css.state} data-state={feed}>
      {TEXTS.states[feed]}
    </span>
  );
}

export const SimulatedBadge = () => <span className={css.badge}>{TEXTS.simulated}</span>;
