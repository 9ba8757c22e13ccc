import type { Endpoint, Endpoints } from "#protocol/http/contract.ts";
import type { ServedRoute } from "#server/identity/http/served-routes.ts";

/**
 * What rows and routes have against each other: a row that nothing answers, a route that no row describes, a route whose row
 * is not in the table.
 * @param isOther what is no call of ours: pages, documentation, what stands in for providers
 */
export function rowFaults(
  served: readonly ServedRoute[],
  table: Readonly<Record<string, Endpoints>>,
  isOther: (route: ServedRoute) => boolean = () => false,
): string[] {
  const rows = new Set<Endpoint>(Object.values(table).flatMap((group) => Object.values(group)));
  const faults: string[] = [];
  for (const row of rows) {
    for (const path of row.paths) {
      const isServed = served.some(
        ({ method, url, endpoint }) => endpoint === row && method === row.method && url === path,
      );
      if (!isServed) faults.push(`a row without handler: ${row.method} ${path}`);
    }
  }
  for (const route of served) {
    const { method, url, endpoint } = route;
    // HEAD is what the framework adds to a GET.
    if (method === "HEAD" || isOther(route)) continue;
    if (endpoint === null) faults.push(`a handler without row: ${method} ${url}`);
    else if (!rows.has(endpoint)) faults.push(`a row that no table has: ${method} ${url}`);
  }
  return faults;
}
