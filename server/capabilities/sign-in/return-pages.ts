import type { BrokerSlug } from "#domain/access/brokers.ts";

/** Pages of ours that providers send the browser back to; what an operator registers with them (docs/sign-in.md). */
export const RETURN_PAGES: Readonly<Record<BrokerSlug, string>> = {
  kite: "/kite_login_redirect",
  upstox: "/upstox_login_redirect",
  angel_broking: "/validate_angel_broking_login",
  icici: "/icici_login_redirect",
  google: "/",
};
