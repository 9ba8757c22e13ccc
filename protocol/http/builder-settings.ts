/** What a trader sets once for all strategies: `GET` and `POST /v1/builder_settings`. Names are those of the settings themselves. */

import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";

const settings = {
  tradeView: Type.Union([Type.Literal("lots"), Type.Literal("units")], {
    description: "how quantities are written and typed",
  }),
  OIMode: Type.Union([Type.Literal("oi"), Type.Literal("change"), Type.Literal("off")], {
    description: "bars behind the payoff",
  }),
  sdMode: Type.Union([Type.Literal("fixed"), Type.Literal("expiry"), Type.Literal("targetDate")], {
    description: "over which days a standard deviation is",
  }),
  sdFixedDays: Type.Integer({ minimum: 1, maximum: 3_650, description: "days of the mode fixed" }),
  invertPrice: Type.Boolean({ description: "prices of sold legs below zero" }),
  riskRewardMode: Type.Union([Type.Literal("ratio"), Type.Literal("capital")], {
    description: "risk-reward as a ratio, or in per cent of the capital",
  }),
  showTabularPercentage: Type.Boolean({ description: "P&L in tables also in per cent" }),
  multiplyByLotSize: Type.Boolean({
    description: "greeks and P&L tables of whole lots, not of one unit a lot",
  }),
  multiplyByLots: Type.Boolean({
    description: "of all lots, not of the smallest position in the same proportions",
  }),
  netOfCharges: Type.Boolean({ description: "payoff and figures after charges of entry and planned exit" }),
};
type SettingName = keyof typeof settings;
export const SETTING_NAMES = Object.keys(settings) as readonly SettingName[];

const strict = { additionalProperties: false } as const;

export const BuilderSettings = Type.Object(settings, strict);
export type BuilderSettings = Static<typeof BuilderSettings>;

/** What is to change; the others stay. */
export const BuilderSettingsChange = Type.Partial(BuilderSettings, { ...strict, minProperties: 1 });
export type BuilderSettingsChange = Static<typeof BuilderSettingsChange>;

export const BuilderSettingsResponse = Type.Object({
  data: Type.Object({
    settings: BuilderSettings,
    excluded: Type.Object(
      {
        margin_and_charts: Type.Boolean({
          description: "the caller's account asks for no margins and charts",
        }),
        chart_underlyings: Type.Array(Type.String(), { description: "symbols without a strategy chart" }),
      },
      { description: "what the operator has left out" },
    ),
  }),
});
export type BuilderSettingsResponse = Static<typeof BuilderSettingsResponse>;

const common = {
  paths: ["/v1/builder_settings"],
  cost: 1,
  ms: 1,
  cache: "no-store",
  vary: "cookie",
  tags: ["account"],
  answers: { 200: BuilderSettingsResponse },
} as const;

export const BUILDER_SETTINGS_ROWS = {
  read: endpoint({
    ...common,
    method: "GET",
    access: "app_initialized",
    class: "read",
    summary: "Settings of the strategy builder; a visitor's are the defaults",
    errors: {},
  }),
  save: endpoint({
    ...common,
    method: "POST",
    access: "authenticated",
    class: "write",
    summary: "Changes settings of the strategy builder",
    body: BuilderSettingsChange,
    errors: { ...NEEDS_ACCOUNT, 400: ["request.invalid"], 413: ["request.too_large"] },
  }),
};
