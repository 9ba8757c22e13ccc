/** Broker ids of accounts, in paths, handshakes and the profile (rule ACC-17). */
export const ANONYMOUS = 0;
export const ZERODHA = 1;
export const ANGEL = 2;
export const UPSTOX = 3;
export const ICICI = 4;
export const GOOGLE = 5;

export const BROKER_IDS = [ANONYMOUS, ZERODHA, ANGEL, UPSTOX, ICICI, GOOGLE] as const;
export type BrokerId = (typeof BROKER_IDS)[number];

export const BROKER_SLUGS = ["kite", "angel_broking", "upstox", "icici", "google"] as const;
/** Part of a login path: `/v1/kite_login`. Anonymous visitors have none. */
export type BrokerSlug = (typeof BROKER_SLUGS)[number];

/** What an account of one broker is able to do (rule ACC-18). */
export interface BrokerConfig {
  readonly id: BrokerId;
  /** as analytics, logs and `broker_details.broker_name` write it */
  readonly name: string;
  /** as people read it */
  readonly displayName: string;
  readonly slug: BrokerSlug | null;
  /** length of the one free trial */
  readonly trialDays: number;
  /** how late the market reaches its accounts, on the relay and over HTTP */
  readonly delayMs: number;
  readonly mis: boolean;
  readonly brokerageCharges: boolean;
  readonly funds: boolean;
  readonly equity: boolean;
  readonly bse: boolean;
  readonly mcx: boolean;
  readonly splitPnl: boolean;
  readonly shareableVerifiedPnl: boolean;
  readonly livePositions: boolean;
  readonly positionsSupported: boolean;
  readonly ordersSupported: boolean;
  readonly tradeSupported: boolean;
  readonly portfolioSupported: boolean;
  readonly basketV2: boolean;
  readonly modifyCancelV2: boolean;
  readonly userFundsSupported: boolean;
  readonly shareSnapshotSupported: boolean;
}

/** Anonymous visitors and Google accounts see the market this late (rule ACC-19). */
export const DELAY_MS = 60_000;

const NOTHING = {
  trialDays: 7,
  delayMs: DELAY_MS,
  mis: false,
  brokerageCharges: false,
  funds: false,
  equity: false,
  bse: false,
  mcx: false,
  splitPnl: false,
  shareableVerifiedPnl: false,
  livePositions: false,
  positionsSupported: false,
  ordersSupported: false,
  tradeSupported: false,
  portfolioSupported: false,
  basketV2: false,
  modifyCancelV2: false,
  userFundsSupported: false,
  shareSnapshotSupported: false,
} as const;

const TRADING = {
  ...NOTHING,
  delayMs: 0,
  mis: true,
  brokerageCharges: true,
  funds: true,
  equity: true,
  bse: true,
  positionsSupported: true,
  ordersSupported: true,
  tradeSupported: true,
  portfolioSupported: true,
  userFundsSupported: true,
} as const;

/** What each broker's accounts are able to do (rules ACC-18 to ACC-20). */
export const BROKERS: Readonly<Record<BrokerId, BrokerConfig>> = {
  [ANONYMOUS]: { ...NOTHING, id: ANONYMOUS, name: "anonymous", displayName: "Anonymous", slug: null },
  [ZERODHA]: {
    ...TRADING,
    id: ZERODHA,
    name: "zerodha",
    displayName: "Zerodha",
    slug: "kite",
    mcx: true,
    splitPnl: true,
    shareableVerifiedPnl: true,
    livePositions: true,
    basketV2: true,
    modifyCancelV2: true,
    shareSnapshotSupported: true,
  },
  [ANGEL]: {
    ...TRADING,
    id: ANGEL,
    name: "angel_one",
    displayName: "Angel One",
    slug: "angel_broking",
    splitPnl: true,
    shareableVerifiedPnl: true,
    shareSnapshotSupported: true,
  },
  [UPSTOX]: {
    ...TRADING,
    id: UPSTOX,
    name: "upstox",
    displayName: "Upstox",
    slug: "upstox",
    shareableVerifiedPnl: true,
    shareSnapshotSupported: true,
  },
  [ICICI]: { ...TRADING, id: ICICI, name: "icici_direct", displayName: "ICICI Direct", slug: "icici" },
  [GOOGLE]: {
    ...NOTHING,
    id: GOOGLE,
    name: "google",
    displayName: "Google",
    slug: "google",
    trialDays: 2,
    splitPnl: true,
    shareableVerifiedPnl: true,
    shareSnapshotSupported: true,
  },
};

export function isBrokerId(value: number): value is BrokerId {
  return BROKER_IDS.some((id) => id === value);
}

/**
 * @returns null for an id that no broker has; only plain decimal digits count as an id, and each has one
 *   spelling
 */
export function parseBrokerId(text: string): BrokerId | null {
  const id = /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : -1;
  return isBrokerId(id) ? id : null;
}
