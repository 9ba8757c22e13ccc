import { ANGEL, ANONYMOUS, type BrokerId, isBrokerId } from "#domain/access/brokers.ts";
import { lastBroker } from "../../session/last-broker.ts";
import { brokerFrom } from "../../session/login-brokers.ts";
import { preferredBroker } from "../../session/preferred-broker.ts";

/**
 * Whose prices the pricing page opens with, for a visitor who is not logged in, or not known to be yet: the address's
 * broker, that of this tab, that of the last login in this browser; else one with whom plans open something.
 * @param asked what the address says
 */
export function pricingBroker(
  asked: string | null,
  inTab: () => BrokerId | null = () => preferredBroker()?.id ?? null,
  inBrowser: () => number = () => lastBroker(),
): BrokerId {
  const named = brokerFrom(asked)?.id ?? inTab();
  if (named !== null) return named;
  const last = inBrowser();
  return isBrokerId(last) && last !== ANONYMOUS ? last : ANGEL;
}
