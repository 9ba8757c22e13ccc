import { createInstrumentColumns } from "#protocol/http/instrument-columns.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";

/** Names by which quotes are asked for over HTTP, "NFO:NIFTY26NOV24200CE"; what the list does not have is left out. */
export function symbolsOf(body: MetacacheBody, tokens: ReadonlySet<number>): string[] {
  const { underlyers, chains, futures } = body;
  const columns = createInstrumentColumns(body, () => undefined);
  const found: string[] = [];
  underlyers.token.forEach((token, u) => {
    if (tokens.has(token))
      found.push(`${underlyers.exchange[u]}:${columns.symbolOf(token, underlyers.symbol[u]!)}`);
  });
  const exchangeOf = (u: number): string => underlyers.derivativeExchange[u]!;
  futures.token.forEach((token, at) => {
    if (tokens.has(token)) found.push(`${exchangeOf(futures.underlyer[at]!)}:${columns.futureText(at)}`);
  });
  for (let at = 0; at < chains.underlyer.length && found.length < tokens.size; at++) {
    for (const type of ["CE", "PE"] as const) {
      columns.tokens(at, type).forEach((token, row) => {
        if (token === 0 || !tokens.has(token)) return;
        found.push(`${exchangeOf(chains.underlyer[at]!)}:${columns.optionText(at, row, type, token)}`);
      });
    }
  }
  return found;
}
