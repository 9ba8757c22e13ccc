import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { exchangeOf } from "#domain/units/segments.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { ROW_WORDS } from "../../market-table.ts";
import { createDumpCache } from "./dump-cache.ts";
import type { LiveTable } from "./live-table.ts";

/*
 * Brokers' streams do not say what open interest was at the previous close, and changes of open interest are counted
 * from there. So the feed keeps what it last heard on every trading day, in a file of DATA_DIR. What was kept before an
 * exchange had closed is not its close, and is not taken for it.
 */
const checker = Compile(
  Type.Object(
    {
      savedAt: Type.Integer({ minimum: 0 }),
      tokens: Type.Array(Type.Integer({ minimum: 1, maximum: 0xffffffff })),
      oi: Type.Array(Type.Integer({ minimum: 0, maximum: 0xffffffff })),
    },
    { additionalProperties: false },
  ),
);

export interface ClosingOi {
  /** Open interest at the close of a day by token, NaN unknown. */
  of(date: string): (token: number) => number;
  /** Keeps what a table says now (epoch ms) as the day's. */
  save(date: string, table: LiveTable, now: number): void;
}

export function createClosingOi(dataDir: string, name: string): ClosingOi {
  const files = createDumpCache(dataDir, `${name}-oi`, "json");
  return {
    of(date) {
      const file = files.newest(date);
      const known = new Map<number, number>();
      if (file !== null && file.date === date) {
        let value: unknown;
        try {
          value = JSON.parse(file.bytes.toString("utf8"));
        } catch {
          // A damaged file is as good as none.
        }
        if (checker.Check(value)) {
          for (const [i, token] of value.tokens.entries()) {
            const exchange = exchangeOf(token);
            if (exchange === undefined || exchange === "INDICES") continue;
            if (value.savedAt >= sessionClose(exchange, date)) known.set(token, value.oi[i] ?? Number.NaN);
          }
        }
      }
      return (token) => known.get(token) ?? Number.NaN;
    },
    save(date, table, now) {
      const tokens: number[] = [];
      const oi: number[] = [];
      table.universe.instruments.forEach(({ token }, row) => {
        const value = table.words[row * ROW_WORDS + WORD.oi]! >>> 0;
        if (value === 0) return;
        tokens.push(token);
        oi.push(value);
      });
      if (tokens.length > 0)
        files.save(date, Buffer.from(JSON.stringify({ savedAt: Math.round(now), tokens, oi })));
    },
  };
}
