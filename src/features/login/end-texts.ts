import type { EndReason } from "../../api/session-end.ts";

/** Why the user has to log in again, in one sentence. */
export const END_TEXTS: Readonly<Record<EndReason, string>> = {
  elsewhere: "You were logged out here because this account logged in on another device.",
  expired: "Your session is over. Log in again to go on.",
  revoked: "This device was logged out from another one.",
  broker: "Your broker ended this login, as brokers do once a day. Log in again to go on.",
};
