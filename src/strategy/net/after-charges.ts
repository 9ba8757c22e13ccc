/** An answer as it is shown net of charges: its figures after them where they were asked for (rule STRAT-32). */

import type { BuilderPayload } from "#protocol/http/builder.ts";

export function afterCharges(payload: BuilderPayload): BuilderPayload {
  const { net } = payload;
  if (net === null) return payload;
  return {
    ...payload,
    payoffs_at_target: payload.net_payoffs_at_target ?? payload.payoffs_at_target,
    payoffs_at_expiry: payload.net_payoffs_at_expiry ?? payload.payoffs_at_expiry,
    max_profit: net.max_profit,
    max_loss: net.max_loss,
    risk_reward_ratio: net.risk_reward_ratio,
    breakevens_at_expiry: net.breakevens_at_expiry.map(({ at }) => at),
    pop: net.pop,
    projected_payoff: net.projected_payoff,
  };
}

/** The answer's own curves where those after charges are drawn; null where they are the ones that are drawn. */
export const beforeCharges = (payload: BuilderPayload): BuilderPayload | null =>
  payload.net === null ? null : payload;
