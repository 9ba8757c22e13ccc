import { useEffect, useState } from "react";
import type { UnderlyingKind } from "#domain/instruments/types.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { banList } from "#protocol/generated/http/events.ts";
import type { BanListResponse } from "#protocol/http/events.ts";
import { Tip } from "../../../components/tooltip/Tip.tsx";
import { engine } from "../../../live/engine-client.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import css from "./Signs.module.css";
import { TEXTS } from "./texts.ts";
import { type BanLists, banFlag, settlementFlag, type TradeFlag } from "./trade-flags.ts";

/** As often as the list of instruments. */
const FRESH_MS = 900_000;

const listsOf = ({ payload }: BanListResponse): BanLists => ({
  lists: payload.lists.map(({ date, trading_symbols }) => ({ date, symbols: trading_symbols })),
  isSample: payload.is_sample,
});

function useBanFlag(symbol: string, isWanted: boolean, now: number): TradeFlag | null {
  const { data, isError } = useAnswer(
    banList,
    {},
    { isForAll: true, isWanted, select: listsOf, refetchInterval: FRESH_MS },
  );
  if (!isWanted || (data === undefined && !isError)) return null;
  return banFlag(symbol, data ?? null, now);
}

/** Expiries of the futures of an underlying, near to far; null until they are known. */
function useFutures(underlying: number, isWanted: boolean): readonly IsoDate[] | null {
  const [found, setFound] = useState<readonly IsoDate[] | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    setFound(null);
    void engine()
      .ask((api) => api.contracts(underlying))
      .then((listed) => {
        if (isOver || !listed.ok) return;
        const futures = listed.value.filter(({ type }) => type === "FUT");
        setFound(futures.flatMap(({ expiry }) => expiry ?? []).sort());
      });
    return () => {
      isOver = true;
    };
  }, [underlying, isWanted]);
  return found;
}

interface Props {
  readonly symbol: string;
  readonly token: number;
  readonly kind: UnderlyingKind;
  readonly expiry: IsoDate;
  /** Market time, epoch ms. */
  readonly now: number;
}

/** Whether a share is in ban, and what becomes of its options and a commodity's (rule CHAIN-68). */
export function TradeFlags({ symbol, token, kind, expiry, now }: Props) {
  const ban = useBanFlag(symbol, kind === "stock", now);
  const futures = useFutures(token, kind === "commodity");
  const flags = [ban, settlementFlag(kind, expiry, futures)].filter((flag) => flag !== null);
  return flags.length === 0 ? null : (
    <div className={css.flags} role="group" aria-label={TEXTS.flags}>
      {flags.map(({ id, label, sentence, isGrave }) => (
        <Tip key={id} text={sentence} placement="bottom">
          <button
            type="button"
            className={css.flag}
            data-grave={isGrave ? "" : undefined}
            data-testid={`flag-${id}`}
          >
            {label}
          </button>
        </Tip>
      ))}
    </div>
  );
}
