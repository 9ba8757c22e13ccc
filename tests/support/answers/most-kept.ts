/** As many strategies as an account may keep, and as long. */
import { MOST_STRATEGIES } from "#server/capabilities/kept-strategies/service.ts";
import type { Visitor } from "../http/visitor.ts";
import { keptLeg, keptStrategy } from "../strategy/kept-strategy.ts";

/** What the longest questions about kept strategies name. */
export interface MostKept {
  readonly strategyId: string;
  readonly linkId: string;
}

const legs = (count: number) => Array.from({ length: count }, (_, i) => keptLeg({ strike: 20_000 + i * 50 }));
/** Just below 64 KiB. */
const LONGEST = keptStrategy({ legs: legs(220) });
/** As many legs as a list shows. */
const LISTED = keptStrategy({ legs: legs(8) });

export async function keepMost(visitor: Visitor): Promise<MostKept> {
  async function post<T>(path: string, body: unknown): Promise<T> {
    const answer = await visitor.fetch(path, { method: "POST", body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString().slice(0, 200)}`);
    return answer.json<{ data: T }>().data;
  }
  for (let i = 1; i < MOST_STRATEGIES; i++) {
    await post("/v1/strategies", { name: `Strategy ${i}`, strategy: LISTED });
    await post("/user/analyze-builder-data", { strategy: LISTED, is_shared: true });
  }
  const { id } = await post<{ id: string }>("/v1/strategies", { name: "The longest", strategy: LONGEST });
  const linkId = await post<string>("/user/analyze-builder-data", { strategy: LONGEST, is_shared: true });
  return { strategyId: id, linkId };
}
