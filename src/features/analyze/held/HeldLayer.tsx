import { useState } from "react";
import { useSnapshot } from "valtio";
import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { formatTime } from "#domain/format/date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { ChainDesk, GridPlace } from "../../../shared/beside-chain.ts";
import { useHeld } from "../../../shared/positions/use-held.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { FootNotice } from "../FootNotice.tsx";
import { HeldTip } from "./HeldTip.tsx";
import { type HeldMark, heldMarks } from "./held-marks.ts";
import { TEXTS } from "./texts.ts";
import { useMarks } from "./use-marks.ts";

interface Props {
  readonly desk: ChainDesk;
  readonly underlying: UnderlyingSummary;
  /** YYYY-MM-DD */
  readonly expiry: string;
  /** Marks say units instead of lots. */
  readonly inUnits: boolean;
  /** Of several chains on the page, the one that says what is amiss. */
  readonly isWorkedWith: boolean;
}

const NONE: readonly HeldMark[] = [];

/** What the account holds, marked in the rows of the chain (rules POS-6 to POS-10). */
export function HeldLayer({ desk, underlying, expiry, inUnits, isWorkedWith }: Props) {
  const { data, isOld, failure, again } = useHeld();
  const [tries, setTries] = useState(0);
  const [hidden, setHidden] = useState<string | null>(null);
  const grid = useSnapshot(desk).grid as GridPlace | null;
  const { strikes } = useSnapshot(desk);
  const look = data && {
    inUnits,
    decimals: priceDecimals(underlying.kind),
    asOf: data.as_of,
    isOld,
    broker: BROKERS[data.broker_id as BrokerId].displayName,
  };
  const marks = data && look ? heldMarks(data.positions, underlying.symbol, look) : NONE;
  const isUnmarked = useMarks(desk, underlying.token, marks, tries);
  const why = isUnmarked ? TEXTS.unmarked : failure;
  const notice =
    why === null
      ? null
      : data === null || isUnmarked
        ? TEXTS.missing(why)
        : TEXTS.old(formatTime(data.as_of), why);
  return (
    <>
      {grid === null || strikes === null ? null : (
        <HeldTip
          grid={grid}
          strikes={strikes as Float64Array}
          marks={marks.filter(({ tag }) => tag.expiry === expiry)}
        />
      )}
      {!isWorkedWith || notice === null || why === hidden ? null : (
        <FootNotice
          text={notice}
          onAgain={() => {
            setTries(tries + 1);
            again();
          }}
          onHide={() => setHidden(why)}
        />
      )}
    </>
  );
}
