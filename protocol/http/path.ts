import type { Call } from "./call.ts";
import type { Endpoint, ParamsOf } from "./contract.ts";

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

/** The path of a row: what its address is without a query. */
export const pathTo = <E extends Endpoint>({ path }: Call<E>, params?: ParamsOf<E>): string =>
  pathOf(path, params);
