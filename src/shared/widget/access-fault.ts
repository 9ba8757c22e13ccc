/** Ways in which access itself fails (rule ACC-16), each with a screen of its own. */
export type AccessErrorKind =
  | "MissingBroker"
  | "UnAuthorizedUser"
  | "BrokerAuthenticationError"
  | "AnalyzeBuilderWidgetAccessError";

/** Thrown by a page that knows, before any call is refused, that it may not be shown. */
export class AccessFault extends Error {
  readonly kind: AccessErrorKind;

  constructor(kind: AccessErrorKind) {
    super(`access: ${kind}`);
    this.kind = kind;
  }
}
