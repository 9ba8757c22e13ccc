import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";

/** The account at a broker whose feed it is, as the operator names it: `zerodha:AB1234`. */
export interface FeedAccount {
  readonly broker: BrokerId;
  readonly externalId: string;
}

export function feedAccountName({ broker, externalId }: FeedAccount): string {
  return `${BROKERS[broker].name}:${externalId}`;
}

/** @returns null when the text is no `broker:client` of a broker with accounts */
export function parseFeedAccount(text: string): FeedAccount | null {
  const match = /^([a-z_]+):([A-Za-z0-9_-]{1,64})$/.exec(text.trim());
  if (match === null) return null;
  const broker = Object.values(BROKERS).find((each) => each.name === match[1] && each.delayMs === 0);
  return broker === undefined ? null : { broker: broker.id, externalId: match[2]!.toUpperCase() };
}

export function isFeedAccount(account: FeedAccount, of: FeedAccount): boolean {
  return of.broker === account.broker && of.externalId.toUpperCase() === account.externalId;
}
