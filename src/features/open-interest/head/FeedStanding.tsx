import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { TEXTS } from "../texts.ts";
import css from "./Head.module.css";

export function FeedStanding({ feed }: { readonly feed: FeedState }) {
  return (
    <span className={css.state} data-state={feed}>
      {TEXTS.head.states[feed]}
    </span>
  );
}
