import type { ContractMatch } from "#workers/engine/api.ts";
import { engine } from "./engine-client.ts";

/** Tradingsymbol of a contract that was found by its words; null where it is not listed any more, or the engine cannot say. */
export async function symbolOf({ underlying, expiry, kind, strike }: ContractMatch): Promise<string | null> {
  const found = await engine().ask((api) => api.underlying(underlying));
  if (!found.ok) return null;
  const listed = await engine().ask((api) => api.contracts(found.value.token));
  if (!listed.ok) return null;
  const own = listed.value.find(
    (contract) =>
      contract.expiry === expiry && contract.type === kind && (kind === "FUT" || contract.strike === strike),
  );
  return own?.tradingsymbol ?? null;
}
