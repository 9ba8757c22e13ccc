import type { PayoffFigures, PayoffView } from "#src/components/analysis/types.ts";

/** An answer with a spot of 24,000 and a standard deviation of 500: straight lines, so that each figure can be told by head. */
export const payoff = (shift = 0): PayoffFigures => ({
  payoff_prices: [20_000, 24_000, 28_000],
  payoffs_at_target: [-4000 + shift, shift, -4000 + shift],
  payoffs_at_expiry: [-8000 + shift, 2000 + shift, -8000 + shift],
  payoff_range: { x_min: 20_000, x_max: 28_000 },
  standard_deviation: {
    sd: 500,
    days: 7,
    lower_1: 23_500,
    upper_1: 24_500,
    lower_2: 23_000,
    upper_2: 25_000,
  },
  breakevens_at_expiry: [23_200, 25_500],
  selected_target_datetime: Date.UTC(2026, 10, 24, 10, 0),
  selected_target_price: 24_000,
  expiry: "2026-11-24",
});

export const view = (more: Partial<PayoffView> = {}): PayoffView => ({
  payload: payoff(),
  ghost: null,
  spot: 24_000,
  target: 24_000,
  legs: [],
  oi: null,
  greekCurve: null,
  ...more,
});
