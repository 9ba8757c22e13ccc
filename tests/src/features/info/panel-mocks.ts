/** What stands in for the modules that the panel's figures come from. It loads none of them. */
import { proxy } from "valtio";
import type { Streamed } from "#src/live/streams.ts";
import type { QuoteSnapshot, StatsSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";
import { CRUDE_FUTURES, CRUDEOIL, future, NIFTY, NIFTY_FUTURES, SBIN } from "./world.ts";

/** What streams say, by the token that they begin with. */
export const told = proxy<{
  stats: Record<number, StatsSnapshot>;
  quotes: readonly QuoteSnapshot[];
  isOld: boolean;
}>({ stats: {}, quotes: [], isOld: false });

/** `@tanstack/react-router` */
export const router = () => ({
  useRouter: () => ({ navigate() {} }),
  useRouterState: () => false,
});

const KNOWN: Readonly<Record<string, UnderlyingSummary>> = { NIFTY, SBIN, CRUDEOIL };
/** `src/live/use-underlyings.ts` */
export const underlyings = () => ({
  useUnderlying: (symbol: string) =>
    symbol in KNOWN
      ? { ok: true, value: KNOWN[symbol] }
      : { ok: false, code: "underlying.not_found", message: "none" },
});

const FUTURES = { NIFTY: NIFTY_FUTURES, SBIN: [future("2026-11-24", 21)], CRUDEOIL: CRUDE_FUTURES };
/** `src/live/use-listed.ts` */
export const listed = () => ({
  useListed: (symbol: keyof typeof FUTURES) => ({ futures: FUTURES[symbol] }),
});

/** `src/live/streams.ts` */
export async function streams() {
  const { useSnapshot } = await import("valtio");
  return {
    streamOf: (spec: { kind: string; tokens: readonly number[] }) => spec,
    useStream: (
      spec: { kind: string; tokens?: readonly number[] },
      select: (state: Streamed<unknown>) => unknown,
    ) => {
      const { stats: all, quotes, isOld } = useSnapshot(told);
      // A handle that asks for nothing.
      if (spec.tokens === undefined) return select({ data: null, refused: null, isOld: false });
      const of = all[spec.tokens[0] ?? 0];
      if (spec.kind === "quotes" && spec.tokens[0] === 9) {
        return select({
          data: [{ token: 9, lastPrice: 11.9, previousClose: 12.14 }],
          refused: null,
          isOld,
        } as never);
      }
      return select({ data: spec.kind === "quotes" ? quotes : of && [of], refused: null, isOld } as never);
    },
  };
}
