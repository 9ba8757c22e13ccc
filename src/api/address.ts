import type { Call } from "#protocol/http/call.ts";
import type { Endpoint, ParamsOf, QueryOf } from "#protocol/http/contract.ts";
import { entriesOf, pathTo } from "#protocol/http/path.ts";

/** The query with its question mark, "" for none; a list repeats its name. */
export function queryOf(query: unknown): string {
  const params = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    for (const each of [value].flat()) params.append(name, String(each));
  }
  return params.size === 0 ? "" : `?${params}`;
}

/** The address of a row as a link has it: for what the browser goes to by itself, such as a sign-in at a broker. */
export function linkTo<E extends Endpoint>(
  call: Call<E>,
  { params, query }: { readonly params?: ParamsOf<E>; readonly query?: QueryOf<E> } = {},
): string {
  return pathTo(call, params) + queryOf(query);
}
