import { clientIds, SESSION_REFERENCE } from "../../browser/client-ids.ts";

/** Names this run of the app in our logs: the reference that every call carries. */
export const clientReference = (): string => clientIds()[SESSION_REFERENCE] ?? "";
