import { useSnapshot } from "valtio";
import css from "./OptionChain.module.css";
import { useChainState } from "./shown-chain.ts";

/** Why the engine does not show this chain, when it does not. How the connection stands is said above every page. */
export function Notice() {
  const { refused } = useSnapshot(useChainState());
  return (
    <div className={css.noticeSlot} role="status" aria-live="polite">
      {refused && (
        <p className={css.notice} data-tone="error">
          {refused}
        </p>
      )}
    </div>
  );
}
