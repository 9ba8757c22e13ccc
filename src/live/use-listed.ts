/** What is listed on underlyings: asked of the engine once for each, and again when instruments change. */

import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { type ContractList, createContractList } from "#domain/strategy/contract-list.ts";
import { engine } from "./engine-client.ts";
import { live } from "./live-state.ts";
import { useUnderlying } from "./use-underlyings.ts";

interface Asked {
  readonly etag: string | null;
  readonly list: Promise<ContractList | null>;
}

const asked = new Map<number, Asked>();

async function ask(underlying: number): Promise<ContractList | null> {
  try {
    const answer = await engine().ask((api) => api.contracts(underlying));
    if (answer.ok) return createContractList(answer.value);
  } catch {
    // The health panel says what the engine has met.
  }
  asked.delete(underlying);
  return null;
}

function listOf(underlying: number, etag: string | null): Asked["list"] {
  const known = asked.get(underlying);
  if (known?.etag === etag) return known.list;
  const list = ask(underlying);
  asked.set(underlying, { etag, list });
  return list;
}

/** null while it is not known, and of an underlying without derivatives. */
export function useListed(symbol: string): ContractList | null {
  const found = useUnderlying(symbol);
  const underlying = found?.ok === true ? found.value.token : null;
  const etag = useSnapshot(live).health?.metacache.etag ?? null;
  const [listed, setListed] = useState<{ readonly underlying: number; readonly list: ContractList | null }>();
  useEffect(() => {
    if (underlying === null) return;
    let isWanted = true;
    void listOf(underlying, etag).then((list) => {
      if (isWanted) setListed({ underlying, list });
    });
    return () => {
      isWanted = false;
    };
  }, [underlying, etag]);
  // Of another underlying the same strikes and expiries may be listed.
  return underlying !== null && listed?.underlying === underlying ? listed.list : null;
}
