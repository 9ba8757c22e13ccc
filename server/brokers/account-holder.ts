import type { BrokerIdentity } from "./adapter.ts";

/** Who a broker's profile says it is: the client id stands in for an empty name, and a text that is no address for none. */
export function holderOf(
  externalId: string,
  name: string,
  email?: string | null,
): Pick<BrokerIdentity, "externalId" | "name" | "email"> {
  return {
    externalId,
    name: name === "" ? externalId : name,
    email: email?.includes("@") === true ? email : null,
  };
}
