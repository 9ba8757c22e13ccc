import { ANONYMOUS } from "#domain/access/brokers.ts";
import type { AccessSubject } from "#domain/access/features.ts";
import type { AccessErrorKind } from "./access-fault.ts";
import { type Address, widgetBroker } from "./widget-place.ts";

/**
 * Why a frame does not show the option chain (rule EMB-11); null when it does. A frame is never made a visitor's behind its back: it
 * shows the market of the account whose token the app around it handed over.
 * @param subject who asks
 */
export function chainFault(subject: AccessSubject, at: Address = window.location): AccessErrorKind | null {
  const broker = widgetBroker(at);
  if (broker === null) return "MissingBroker";
  if (subject.broker === ANONYMOUS) return "BrokerAuthenticationError";
  return subject.broker === broker.id ? null : "UnAuthorizedUser";
}
