/** The engine's part of a search: contracts found in a thread of its own. */
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { type ContractSearch, createContractSearch } from "#workers/engine/chains/contract-search.ts";

let find: ContractSearch | null = null;
addEventListener("message", ({ data }: MessageEvent<MetacacheBody | string>) => {
  if (typeof data === "string") postMessage(find?.(data));
  else find = createContractSearch(data);
});
