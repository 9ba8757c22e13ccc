import {
  ANGEL,
  BROKERS,
  type BrokerConfig,
  GOOGLE,
  ICICI,
  parseBrokerId,
  UPSTOX,
  ZERODHA,
} from "#domain/access/brokers.ts";

/** Brokers of the panel in their order, Zerodha first (rule LOGIN-2). */
export const LOGIN_BROKERS: readonly BrokerConfig[] = ([ZERODHA, ANGEL, UPSTOX, ICICI] as const).map(
  (id) => BROKERS[id],
);

/** A broker as an address may write it: id, slug, or name. Google counts; an unknown broker is null. */
export function brokerFrom(text: string | null): BrokerConfig | null {
  if (text === null || text === "") return null;
  const wanted = text.toLowerCase();
  const id = parseBrokerId(wanted);
  const all = [...LOGIN_BROKERS, BROKERS[GOOGLE]];
  return (
    all.find((broker) => [broker.name, broker.slug, broker.displayName.toLowerCase()].includes(wanted)) ??
    all.find((broker) => broker.id === id) ??
    // The first word alone: "angel", "icici".
    all.find((broker) => broker.name.startsWith(`${wanted}_`)) ??
    null
  );
}
