import type { BrokerSlug } from "#domain/access/brokers.ts";
import { beginAngel, beginKite, beginUpstox } from "#protocol/generated/http/sign-in.ts";
import { linkTo } from "../api/address.ts";

/** The calls that send the browser to a broker. ICICI's login is a form, Google's a script: neither is an address to go to. */
const BEGINNINGS = { kite: beginKite, upstox: beginUpstox, angel_broking: beginAngel } as const;

export type AddressSlug = keyof typeof BEGINNINGS;

export const hasAddress = (slug: BrokerSlug | null): slug is AddressSlug =>
  slug !== null && slug in BEGINNINGS;

/** What our outbound link to Angel One says about itself (rule LOGIN-10). */
const ANGEL_APP = { app_id: "strikewise", os: "web" } as const;

/**
 * The address on our server that sends the browser to the broker.
 * @param returnPath path on this site to end at
 * @param hints small things that the broker's page hands back with the token
 */
export function loginAddress(
  slug: AddressSlug,
  returnPath: string,
  hints: Readonly<Record<string, string>> = {},
): string {
  const query = {
    redirect_params: new URLSearchParams({ source: "web", ...hints }).toString(),
    redirect_target: returnPath,
    ...(slug === "angel_broking" ? ANGEL_APP : {}),
  };
  return linkTo(BEGINNINGS[slug], { query });
}
