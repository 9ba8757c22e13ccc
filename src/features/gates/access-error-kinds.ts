import { accessRefusalOf } from "../../api/access-refusal.ts";
import { type AccessErrorKind, AccessFault } from "../../shared/widget/access-fault.ts";
import { widgetBroker } from "../../shared/widget/widget-place.ts";

export type { AccessErrorKind };

/** Of a page inside a broker's app that knows no account: which broker that is must be in its address. */
export function widgetErrorKind(search: string, pathname = ""): AccessErrorKind {
  return widgetBroker({ pathname, search }) === null ? "MissingBroker" : "BrokerAuthenticationError";
}

/** The kind behind a call that was refused; null when the failure is of another sort. @param isBuilderWidget where it was made */
export function accessErrorKind(error: unknown, isBuilderWidget: boolean): AccessErrorKind | null {
  if (error instanceof AccessFault) return error.kind;
  const refusal = accessRefusalOf(error);
  if (refusal === null) return null;
  if (refusal.code === "broker.rejected") return "BrokerAuthenticationError";
  if (isBuilderWidget) return "AnalyzeBuilderWidgetAccessError";
  return refusal.code === "access.denied" ? "UnAuthorizedUser" : null;
}
