import { useEffect, useState } from "react";
import type { ContractMatches } from "#workers/engine/api.ts";
import { engine } from "../../live/engine-client.ts";

const NONE: ContractMatches = { found: [], total: 0 };

/** Contracts for these words, from the engine's instruments; none where the engine has none or cannot say. */
export async function findContracts(text: string): Promise<ContractMatches> {
  if (text.trim() === "") return NONE;
  const outcome = await engine().ask((api) => api.findContracts(text));
  return outcome.ok ? outcome.value : NONE;
}

/** The same for what is being typed; until the engine has answered, what it found for the words before. */
export function useContracts(text: string): { readonly text: string; readonly contracts: ContractMatches } {
  const [answer, setAnswer] = useState({ text: "", contracts: NONE });
  useEffect(() => {
    let isOver = false;
    const take = (contracts: ContractMatches): void => {
      if (!isOver) setAnswer({ text, contracts });
    };
    findContracts(text).then(take, () => take(NONE));
    return () => {
      isOver = true;
    };
  }, [text]);
  return answer;
}
