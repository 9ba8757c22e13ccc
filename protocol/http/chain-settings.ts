/** What a trader chooses of the option chain, its views among it. Names are those of the settings themselves. */

import { type Static, Type } from "typebox";
import { BAR_FIGURES, QUANTITY_UNITS } from "#domain/chain/column-ids.ts";
import { MOST_NAME_LENGTH, MOST_VIEWS, ROW_SIZES, VIEW_COLUMN_IDS } from "#domain/chain/settings.ts";
import { VIEW_ID } from "#domain/chain/view-choices.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";

const strict = { additionalProperties: false } as const;
function oneOf<const T extends string[]>(values: readonly [...T], description: string) {
  return Type.Enum(values, { description });
}
const Strikes = (description: string) =>
  Type.Union([Type.Literal(10), Type.Literal(20), Type.Literal(30), Type.Literal(40)], { description });

const ViewId = Type.String({ pattern: VIEW_ID.source, description: "ltp, greeks, all, or a named view's" });

/** At most 4 KiB by what it may hold; that no column stands in it twice is for the service to say. */
export const ChainView = Type.Object(
  {
    id: ViewId,
    name: Type.String({ minLength: 1, maxLength: MOST_NAME_LENGTH, pattern: "\\S" }),
    columns: Type.Array(oneOf(VIEW_COLUMN_IDS, "calls' from the outside in, the strike's around it"), {
      minItems: 1,
      maxItems: VIEW_COLUMN_IDS.length,
    }),
  },
  strict,
);

export const ChainSettingsBody = Type.Object(
  {
    perLot: Type.Boolean({ description: "figures of a lot" }),
    size: oneOf(ROW_SIZES, "height of a row"),
    showNstrikesAboveATM: Strikes("strikes above the money"),
    showNStrikesBelowATM: Strikes("strikes below the money"),
    showHundredsMultiple: Type.Boolean({ description: "on NIFTY only strikes that are multiples of 100" }),
    showTradesInQuantity: Type.Boolean({ description: "trades in units, not in lots" }),
    showExistingPositions: Type.Boolean({ description: "the broker's positions beside their rows" }),
    quantityUnit: oneOf(QUANTITY_UNITS, "how OI and volume are written"),
    bars: oneOf(BAR_FIGURES, "whose size the bars show"),
    bidFirst: Type.Boolean({ description: "bid left of ask on both sides" }),
    view: ViewId,
    views: Type.Array(ChainView, { maxItems: MOST_VIEWS }),
  },
  strict,
);
export type ChainSettingsBody = Static<typeof ChainSettingsBody>;

const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646 });

export const ChainSettingsChange = Type.Object(
  {
    revision: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_646,
      description: "of the settings that were changed; 0 where none were kept",
    }),
    settings: ChainSettingsBody,
  },
  strict,
);

export const ChainSettingsResponse = Type.Object({
  data: Type.Object({
    revision: Revision,
    settings: ChainSettingsBody,
    is_whole: Type.Boolean({
      description: "false: some of what was kept is not known to this version, and has its default",
    }),
  }),
});
export type ChainSettingsResponse = Static<typeof ChainSettingsResponse>;

const common = {
  cost: 1,
  cache: "no-store",
  vary: "cookie",
  tags: ["account"],
  answers: { 200: ChainSettingsResponse },
} as const;

export const CHAIN_SETTINGS_ROWS = {
  read: endpoint({
    ...common,
    method: "GET",
    paths: ["/v1/option_chain_settings_v2"],
    access: "app_initialized",
    class: "read",
    ms: 2,
    summary: "Settings and views of the option chain; a visitor's are the defaults",
    errors: {},
  }),
  save: endpoint({
    ...common,
    method: "POST",
    paths: ["/v1/option_chain_settings_v2"],
    access: "authenticated",
    class: "write",
    ms: 5,
    summary: "Keeps settings and views of the option chain",
    description: "Refused where another device has kept others since the revision that is named.",
    body: ChainSettingsChange,
    errors: {
      ...NEEDS_ACCOUNT,
      400: ["request.invalid"],
      403: ["access.upgrade_needed", "access.denied"],
      409: ["settings.changed"],
      413: ["request.too_large"],
    },
  }),
  reset: endpoint({
    ...common,
    method: "PUT",
    paths: ["/v1/option_chain_settings_v2/reset_view/:id"],
    access: "authenticated",
    class: "write",
    ms: 5,
    summary: "Gives a view of the option chain the columns that it began with",
    params: Type.Object({ id: ViewId }),
    errors: { ...NEEDS_ACCOUNT, 400: ["request.invalid"], 404: ["settings.no_view"] },
  }),
};
