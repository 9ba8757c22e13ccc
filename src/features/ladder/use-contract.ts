import { useEffect, useState } from "react";
import type { ContractStory } from "#protocol/frames/cell-story.ts";
import { engine } from "../../live/engine-client.ts";
import type { LadderContract } from "../../shared/instrument-windows.ts";

export interface FoundContract {
  /** null until it is known. */
  readonly token: number | null;
  /** What its chain knows of it; null where no chain on screen has it. */
  readonly first: ContractStory | null;
  readonly isMissing: boolean;
  /** Why it could not be found out, in words; null when nothing is amiss. */
  readonly refused: string | null;
}

const NOTHING: FoundContract = { token: null, first: null, isMissing: false, refused: null };
/** What the engine could not say is asked again. */
const RETRY_MS = 5_000;

/** The chain that it was opened from has its best prices already; else the list of instruments knows its token. */
async function find({ underlying, expiry, strike, option }: LadderContract): Promise<FoundContract> {
  const { ask, tabId } = engine();
  const told = await ask((api) => api.cellStory(tabId(), { underlying, expiry, strike, field: null }));
  if (told.ok) {
    const first = option === "CE" ? told.value.call : told.value.put;
    return first === null ? { ...NOTHING, isMissing: true } : { ...NOTHING, token: first.token, first };
  }
  const listed = await ask((api) => api.contracts(underlying));
  if (!listed.ok) return { ...NOTHING, refused: listed.message };
  const found = listed.value.find(
    (each) => each.type === option && each.expiry === expiry && each.strike === strike,
  );
  return found === undefined ? { ...NOTHING, isMissing: true } : { ...NOTHING, token: found.token };
}

/** The instrument behind a contract, and what is known of it at once. */
export function useContract(contract: LadderContract): FoundContract {
  const [found, setFound] = useState<FoundContract>(NOTHING);
  const { underlying, expiry, strike, option, symbol } = contract;
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const next = await find({ underlying, expiry, strike, option, symbol }).catch(
        (reason: unknown): FoundContract => ({ ...NOTHING, refused: String(reason) }),
      );
      if (isOver) return;
      setFound(next);
      if (next.refused !== null) timer = setTimeout(() => void look(), RETRY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [underlying, expiry, strike, option, symbol]);
  return found;
}
