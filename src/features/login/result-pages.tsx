import { ANGEL, BROKERS, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { FailureScreen } from "./FailureScreen.tsx";
import { ResultScreen } from "./ResultScreen.tsx";
import { TEXTS } from "./texts.ts";

/*
 * The pages that brokers send the browser back to (rule LOGIN-13). What their addresses say is for machines:
 * no text of an address is ever shown, or any site could write a page of ours.
 */

export function KiteLoginRedirect() {
  return <ResultScreen broker={BROKERS[ZERODHA]} />;
}

export function UpstoxLoginRedirect() {
  return <ResultScreen broker={BROKERS[UPSTOX]} />;
}

export function AngelLogin() {
  return <ResultScreen broker={BROKERS[ANGEL]} />;
}

export function IciciLogin() {
  return <ResultScreen broker={BROKERS[ICICI]} />;
}

/** A broker that names itself in the address, as apps that host us do. */
export function ValidateSsb() {
  return <ResultScreen broker={null} />;
}

export function KiteLoginError() {
  const failure = {
    headline: TEXTS.failure.kiteRejected,
    detail: TEXTS.failure.refusedOrDeclined(BROKERS[ZERODHA].displayName),
  };
  return <FailureScreen broker={BROKERS[ZERODHA]} failure={failure} />;
}

export function IciciError() {
  const failure = {
    headline: TEXTS.icici.setupFailed,
    detail: TEXTS.failure.refusedOrDeclined(BROKERS[ICICI].displayName),
  };
  return <FailureScreen broker={BROKERS[ICICI]} failure={failure} />;
}
