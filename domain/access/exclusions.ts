import { BROKERS, type BrokerId } from "./brokers.ts";

/** What the operator has left out of the analyzer; empty unless configured. */
export interface Exclusions {
  /** accounts that ask for no margins and strategy charts, by `accountName` */
  readonly accounts: ReadonlySet<string>;
  /** symbols of underlyings without a strategy chart */
  readonly chartUnderlyings: readonly string[];
}

export const NO_EXCLUSIONS: Exclusions = { accounts: new Set(), chartUnderlyings: [] };

/** An account as its broker knows it. */
export interface AccountName {
  readonly broker: BrokerId;
  readonly externalId: string;
}

/** `zerodha:AB1234`, in one spelling. */
export function accountName({ broker, externalId }: AccountName): string {
  return `${BROKERS[broker].name}:${externalId.toUpperCase()}`;
}

/** @returns null when the text names no account of a broker */
export function parseAccountName(text: string): string | null {
  const [, name, externalId] = /^([a-z_]+):([\w@.:+-]{1,128})$/i.exec(text.trim()) ?? [];
  const broker = Object.values(BROKERS).find(
    (each) => each.slug !== null && each.name === name?.toLowerCase(),
  );
  return broker === undefined || externalId === undefined
    ? null
    : accountName({ broker: broker.id, externalId });
}
