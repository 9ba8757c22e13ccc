import type { Call } from "#protocol/http/call.ts";
import type { Endpoint, ParamsOf, QueryOf } from "#protocol/http/contract.ts";

/** Names and values of a part of a call, none where that is left out; null and undefined leave a single one out. */
export function entriesOf(part: unknown): [name: string, value: unknown][] {
  const entries = typeof part === "object" && part !== null ? Object.entries(part) : [];
  return entries.filter(([, value]) => value !== null && value !== undefined);
}

/** The path with its parameters filled in. @throws TypeError where one is missing */
export function pathOf(path: string, params: unknown): string {
  const values = new Map(entriesOf(params));
  return path.replace(/:(\w+)/g, (_all, name: string) => {
    if (!values.has(name)) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(values.get(name)));
  });
}

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
  { path }: Call<E>,
  { params, query }: { readonly params?: ParamsOf<E>; readonly query?: QueryOf<E> } = {},
): string {
  return pathOf(path, params) + queryOf(query);
}
