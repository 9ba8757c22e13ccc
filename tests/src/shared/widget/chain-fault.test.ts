import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS, type BrokerId, GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { chainFault } from "#src/shared/widget/chain-fault.ts";

const faultAt = (search: string, broker: BrokerId) =>
  chainFault({ broker, plan: "free", isMobileApp: false }, { pathname: "/widget/option-chain", search });

test.each([
  ["", ZERODHA, "MissingBroker"],
  ["?broker=unheard-of", ZERODHA, "MissingBroker"],
  ["?broker=zerodha", ANONYMOUS, "BrokerAuthenticationError"],
  ["?broker=zerodha", ANGEL, "UnAuthorizedUser"],
  ["?broker=angel_broking", ZERODHA, "UnAuthorizedUser"],
  ["?broker=zerodha", GOOGLE, "UnAuthorizedUser"],
  ["?broker=zerodha&tradingsymbol=BANKNIFTY", ZERODHA, null],
  ["?broker=angel_broking", ANGEL, null],
] as const)("[EMB-11] a frame at %j, of an account of broker %i: %s", (search, broker, fault) => {
  expect(faultAt(search, broker)).toBe(fault);
});
