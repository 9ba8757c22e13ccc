import { ApiFailure } from "../../api/api-failure.ts";

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
  if (!(error instanceof ApiFailure)) return null;
  if (error.code === "broker.rejected") return "BrokerAuthenticationError";
  if (error.code !== "access.denied" && error.code !== "access.upgrade_needed") return null;
  if (isBuilderWidget) return "AnalyzeBuilderWidgetAccessError";
  return error.code === "access.denied" ? "UnAuthorizedUser" : null;
}
