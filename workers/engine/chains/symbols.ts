import { AppError } from "#domain/errors.ts";
import type { ListedContract } from "#domain/strategy/contract-list.ts";
import { type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import type { ContractMatches, Outcome, UnderlyingSummary } from "../api.ts";
import type { EngineEdges } from "../edges.ts";
import type { ContractSearch } from "./contract-search.ts";
import type { Metacache } from "./kept-metacache.ts";
import type { MetacacheAddons } from "./metacache-addon.ts";

/** Questions about instruments, answered from the metacache with the catalogue's texts. */
export interface Symbols {
  underlyings(): Promise<Outcome<readonly UnderlyingSummary[]>>;
  underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
  findContracts(text: string): Promise<Outcome<ContractMatches>>;
  contracts(underlying: number): Promise<Outcome<readonly ListedContract[]>>;
}

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
const failed = (error: AppError): Outcome<never> => ({ ok: false, code: error.code, message: error.message });
const noMetacache = (message: string): Outcome<never> => failed(new AppError("metacache.failed", message));

export function createSymbols(
  metacache: Metacache,
  edges: Pick<EngineEdges, "clock" | "fetch" | "origin" | "log">,
): Symbols {
  let addons: Promise<MetacacheAddons> | null = null;
  let search: { readonly of: MetacacheBody; readonly find: ContractSearch } | null = null;

  /** Made when a search is first asked for, and anew for other instruments; its code comes with it. */
  async function searchIn(body: MetacacheBody): Promise<ContractSearch> {
    if (search?.of === body) return search.find;
    const { createContractSearch } = await import("./contract-search.ts");
    search = { of: body, find: createContractSearch(body) };
    return search.find;
  }

  /** The server may know what its list did not have; the code to ask comes with the first such question. */
  async function added(symbol: string): Promise<UnderlyingSummary | null> {
    addons ??= import("./metacache-addon.ts").then((m) =>
      m.createMetacacheAddons(edges, metacache, parseMetacache),
    );
    return addons.then(
      (part) => part.find(symbol),
      () => {
        addons = null;
        return null;
      },
    );
  }

  return {
    async findContracts(text) {
      const found = await metacache.ready();
      if (found === null) return noMetacache("Instrument metacache failed");
      return ok((await searchIn(found.body))(text));
    },
    contracts: async (underlying) =>
      (await import("./listed-contracts.ts")).contractsOf(metacache, underlying),
    async underlyings() {
      const found = await metacache.ready();
      return found === null ? noMetacache("Instrument metacache failed") : ok(found.underlyings());
    },
    async underlying(symbol) {
      const first = await metacache.ready();
      if (first === null) return noMetacache(`Failed to get metacache for underlying with symbol ${symbol}`);
      const found =
        first.underlying(symbol) ?? (await metacache.settled())?.underlying(symbol) ?? (await added(symbol));
      if (found !== null) return ok(found);
      return failed(
        new AppError("underlying.not_found", `Could not find underlying with symbol ${symbol}`, { symbol }),
      );
    },
  };
}
