import { ANGEL, type BrokerConfig, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { brokerFrom } from "../../session/login-brokers.ts";

export type Address = Pick<Location, "pathname" | "search">;

const BUILDER = "/widget/builder/";

/** Whose app a widget stands in: the address says it by `broker`, else by the source that the path ends in (rule EMB-4). */
export function widgetBroker({ pathname, search }: Address): BrokerConfig | null {
  const named = brokerFrom(new URLSearchParams(search).get("broker"));
  if (named !== null || !pathname.startsWith(BUILDER)) return named;
  const source = pathname.slice(BUILDER.length).split("/")[0] ?? "";
  return brokerFrom(/^[\w-]{1,64}$/.test(source) ? source : null);
}

/** What a widget offers (rule EMB-10): `compact` has no links out of it; null: none is made for this broker. */
export type WidgetMode = "full" | "compact";

export interface WidgetPlace {
  readonly broker: BrokerConfig | null;
  readonly mode: WidgetMode | null;
}

function modeOf(broker: BrokerConfig | null): WidgetMode | null {
  if (broker?.id === ZERODHA) return "full";
  return broker?.id === ANGEL || broker?.id === UPSTOX ? "compact" : null;
}

/** @returns null outside of widgets */
export function widgetPlace(at: Address = window.location): WidgetPlace | null {
  if (!at.pathname.startsWith("/widget/")) return null;
  const broker = widgetBroker(at);
  return { broker, mode: modeOf(broker) };
}
