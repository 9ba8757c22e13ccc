import type { PageName } from "#domain/access/page-paths.ts";
import { ACCOUNT_PAGES } from "../features/account/page.ts";
import { BUILDER_PAGES } from "../features/builder/page.ts";
import { CALCULATOR_PAGES } from "../features/calculator/page.ts";
import { CHAIN_PAGES } from "../features/chain/page.ts";
import { CHART_PAGES } from "../features/chart/page.ts";
import { HOME_PAGES } from "../features/home/page.ts";
import { INFO_PAGES } from "../features/info/page.ts";
import { IV_CHART_PAGES } from "../features/iv-chart/page.ts";
import { LIVE_CHARTS_PAGES } from "../features/live-charts/page.ts";
import { LOGIN_PAGES } from "../features/login/page.ts";
import { NUMBERS_PAGES } from "../features/numbers/page.ts";
import { OPEN_INTEREST_PAGES } from "../features/open-interest/page.ts";
import { STATIC_PAGES } from "../features/static/page.ts";
import { STRADDLES_PAGES } from "../features/straddles/page.ts";
import { SUPPORT_PAGES } from "../features/support/page.ts";
import type { DefinedPage } from "../shared/page/define-page.tsx";

/** Pages that are built, a list a feature. Any other says that it is not available yet, with the words of its row. */
export const DEFINED_PAGES: readonly DefinedPage[] = [
  ...HOME_PAGES,
  ...CHAIN_PAGES,
  ...BUILDER_PAGES,
  ...CALCULATOR_PAGES,
  ...OPEN_INTEREST_PAGES,
  ...LIVE_CHARTS_PAGES,
  ...IV_CHART_PAGES,
  ...STRADDLES_PAGES,
  ...CHART_PAGES,
  ...LOGIN_PAGES,
  ...ACCOUNT_PAGES,
  ...SUPPORT_PAGES,
  ...NUMBERS_PAGES,
  ...INFO_PAGES,
  ...STATIC_PAGES,
];

const BY_NAME = new Map(DEFINED_PAGES.flatMap((page) => page.names.map((name) => [name, page] as const)));

/** @returns null for a page that is not built */
export const contentOf = (name: PageName): DefinedPage | null => BY_NAME.get(name) ?? null;
