import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { live } from "../../../live/live-state.ts";
import { streamOf, useStream } from "../../../live/streams.ts";
import { addLot, heldLots } from "../../../strategy/add-lot.ts";
import { contractName } from "../../../strategy/fields/leg-names.ts";
import { useAct } from "../../../strategy/use-act.ts";
import css from "./LegPicker.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly futures: readonly LegContract[];
  readonly legs: readonly AnalyzerLeg[];
  readonly priceDecimals: number;
}

/** The futures of the underlying in a line above its strikes. */
export function Futures({ futures, legs, priceDecimals }: Props) {
  const act = useAct();
  const { phase } = useSnapshot(live).link;
  const stream = useMemo(
    () => streamOf({ kind: "quotes", tokens: futures.map(({ token }) => token), mode: "ltp" }),
    [futures],
  );
  const prices = useStream(stream, ({ data }) =>
    futures
      .map(({ token }) => formatFixed(data?.find((each) => each.token === token)?.lastPrice, priceDecimals))
      .join(" "),
  ).split(" ");
  return (
    <ul className={css.futures} aria-label={TEXTS.futures} data-stale={phase === "ready" ? undefined : ""}>
      {futures.map((contract, i) => (
        <li key={contract.token} className={css.future} data-testid="picker-future">
          <span className={css.futureName}>{formatExpiry(contract.expiry!)}</span>
          <span>{prices[i]}</span>
          <span className={css.buttons}>
            {(["BUY", "SELL"] as const).map((action) => {
              const held = heldLots(contract, legs);
              const lots = Math.max(0, action === "BUY" ? held : -held);
              return (
                <button
                  key={action}
                  type="button"
                  className={css.trade}
                  data-side={action}
                  data-held={lots > 0 ? "" : undefined}
                  aria-label={TEXTS.press(TEXTS.spokenActions[action], contractName(contract), lots)}
                  onClick={() => act(addLot(contract, action, legs))}
                >
                  {lots > 0 ? formatFixed(lots, 0) : TEXTS.actions[action]}
                </button>
              );
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
