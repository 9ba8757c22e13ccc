import { CHAIN_STATES } from "#domain/chain/flags.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import css from "../OptionChain.module.css";
import { type ChainChoice, useChainHead } from "../shown-chain.ts";
import { SettledText } from "./SettledText.tsx";

interface Props {
  readonly choice: ChainChoice | null;
  readonly underlying: UnderlyingSummary | null;
  readonly expiry: ExpirySummary | null;
}

/** Says above the grid that the expiry on screen is settled: its figures are not those of a market any more. */
export function Settled({ choice, underlying, expiry }: Props) {
  const head = useChainHead(choice);
  const state = CHAIN_STATES[head?.marketState ?? -1];
  const isFixed = state === "settled" || state === "expired";
  return (
    <div className={css.noticeSlot} role="status">
      {isFixed && head && underlying && expiry ? (
        <p className={css.notice} data-testid="settled">
          <SettledText head={head} underlying={underlying} expiry={expiry} />
        </p>
      ) : null}
    </div>
  );
}
