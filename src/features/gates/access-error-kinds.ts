import { accessRefusalOf } from "../../api/access-refusal.ts";

/** Ways in which access itself fails (rule ACC-16), each with a screen of its own. */
export type AccessErrorKind =
  | "MissingBroker"
  | "UnAuthorizedUser"
  | "BrokerAuthenticationError"
  | "AnalyzeBuilderWidgetAccessError";

/** Of a page inside a broker's app: which broker that is must be in its address. @param search query of the address */
export function widgetErrorKind(search: string): AccessErrorKind {
  return new URLSearchParams(search).get("broker") ? "BrokerAuthenticationError" : "MissingBroker";
}

/** The kind behind a call that was refused; null when the failure is of another sort. @param isBuilderWidget where it was made */
export function accessErrorKind(error: unknown, isBuilderWidget: boolean): AccessErrorKind | null {
  const refusal = accessRefusalOf(error);
  if (refusal === null) return null;
  if (refusal.code === "broker.rejected") return "BrokerAuthenticationError";
  if (isBuilderWidget) return "AnalyzeBuilderWidgetAccessError";
  return refusal.code === "access.denied" ? "UnAuthorizedUser" : null;
}
