import type { BrokerSlug } from "#domain/access/brokers.ts";

/** Brokers whose login is an address to go to; ICICI's is a form, Google's a script. */
export type AddressSlug = Exclude<BrokerSlug, "icici" | "google">;

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
  const params = new URLSearchParams({
    redirect_params: new URLSearchParams({ source: "web", ...hints }).toString(),
    redirect_target: returnPath,
    ...(slug === "angel_broking" ? ANGEL_APP : {}),
  });
  return `/v1/${slug}_login?${params}`;
}
