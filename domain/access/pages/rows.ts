import { ADMIN } from "./admin.ts";
import { CHAINS } from "./chains.ts";
import { CHARTS } from "./charts.ts";
import { HOUSE } from "./house.ts";
import { IDEAS } from "./ideas.ts";
import { LEARNING } from "./learning.ts";
import { MARKET } from "./market.ts";
import { PLANS } from "./plans.ts";
import { PUBLIC } from "./public.ts";
import { SIGN_IN } from "./sign-in.ts";
import { TRADING } from "./trading.ts";
import { VERIFIED } from "./verified.ts";
import { WIDGETS } from "./widgets.ts";

/** Every page of the product, a row each; all else that is known of pages is read from here. */
export const PAGE_ROWS = {
  ...HOUSE,
  ...SIGN_IN,
  ...IDEAS,
  ...CHAINS,
  ...MARKET,
  ...CHARTS,
  ...TRADING,
  ...VERIFIED,
  ...PLANS,
  ...LEARNING,
  ...PUBLIC,
  ...WIDGETS,
  ...ADMIN,
};

/** Stable name of a page: navigation, page tracking, tests. */
export type PageName = keyof typeof PAGE_ROWS;
