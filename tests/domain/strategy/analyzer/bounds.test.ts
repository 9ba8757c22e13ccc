import { Value } from "typebox/value";
import { expect, test } from "vitest";
import * as bounds from "#domain/strategy/analyzer/bounds.ts";
import { BuilderRequest } from "#protocol/http/builder.ts";
import { MOST_TRADES } from "#protocol/http/builder-limits.ts";
import { BuilderSettings } from "#protocol/http/builder-settings.ts";

type Check = (figure: number) => boolean;

const asked = (change: object) => Value.Check(BuilderRequest, { underlying_token: 1, trades: [], ...change });
const traded = (change: object) =>
  asked({ trades: [{ tradingsymbol: "X", trade_action: "BUY", quantity: 1, ...change }] });

/** Every check of the analyzer beside the server's for the same field. */
const FIELDS: readonly (readonly [string, Check, Check])[] = [
  ["price", bounds.isPrice, (price) => traded({ price })],
  ["iv", bounds.isIv, (iv) => traded({ iv })],
  ["iv_offset", bounds.isIvOffset, (iv_offset) => asked({ iv_offset })],
  ["target price", bounds.isPrice, (target_underlying_price) => asked({ target_underlying_price })],
  ["target date", bounds.isInstant, (target_datetime) => asked({ target_datetime })],
  ["interval", bounds.isInterval, (target_interval) => asked({ target_interval })],
  ["manual P&L", bounds.isPnl, (pnl) => asked({ manual_pnl: { is_checked: true, pnl } })],
];
const EDGES = [0, 1e-9, 1, 1e6, 1e12, 4.2e12, 1e15].flatMap((edge) => [
  edge,
  -edge,
  edge * 1.001 + 1e-6,
  edge / 2,
]);
const NONE = [Number.NaN, Infinity, -Infinity, 1e308, -1e308];

test("[ANZ-7] a figure is taken here where the server takes it, and refused where it does not", () => {
  for (const [name, here, there] of FIELDS) {
    for (const figure of [...EDGES, ...NONE]) expect(here(figure), `${name} ${figure}`).toBe(there(figure));
  }
  for (const figure of [...EDGES, ...NONE]) {
    if (bounds.isUnits(figure)) expect(traded({ quantity: figure }), `quantity ${figure}`).toBe(true);
  }
  expect(bounds.MOST_LEGS).toBe(MOST_TRADES);
});

test("[ANZ-7] so are the days of a standard deviation", () => {
  const days = BuilderSettings.properties.sdFixedDays;
  for (const figure of [0, 1, 7, 7.5, 3_650, 3_651, -1, ...NONE])
    expect(bounds.isSdDays(figure), String(figure)).toBe(Value.Check(days, figure));
});
