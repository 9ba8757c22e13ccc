/**
 * Everything a client may say to the relay: JSON text frames, read strictly, since any client can send
 * anything. Members we do not know are ignored, so that a newer client can talk to an older relay; members
 * we know must be exactly right.
 *
 * A `uniqueId` names a subscription of the connection: subscribing again with it replaces it at once,
 * unsubscribing needs nothing else. The first answer is always a full snapshot, possibly empty, and that is
 * the acknowledgement.
 */
import type { ErrorCode } from "#domain/errors.ts";
import { QUOTE_MODES, type QuoteMode } from "../wire/quote-packets.ts";
import { isMembers, type Members } from "./members.ts";

export const DATA_SOURCES = [
  "quote-batch",
  "quote-chart",
  "option-chain",
  "underlying-stats",
  "screener-stats",
  "order-updates",
  "order-updates-v2",
  "nse-events",
] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

interface QuoteBatchEntry {
  readonly mode: QuoteMode;
  readonly tokens: readonly number[];
}

interface UnderlyingExpiry {
  /** Instrument token of the underlying. */
  readonly underlying: number;
  /** YYYY-MM-DD. */
  readonly expiry: string;
}

interface SubscribeCommon<S extends DataSource> {
  readonly command: "subscribe";
  readonly dataSource: S;
  readonly uniqueId: string;
  /** As in the address of the socket; null when the message leaves it out. */
  readonly brokerId: number | null;
}

export type Subscribe =
  /** Packets 1 and 2. A token asked for in several modes is sent in the strongest. */
  | (SubscribeCommon<"quote-batch"> & { readonly quoteBatch: readonly QuoteBatchEntry[] })
  /** Packet 101, the running bar of each token. */
  | (SubscribeCommon<"quote-chart"> & {
      readonly tokens: readonly number[];
      readonly intervalSeconds: number;
    })
  /** Packet 3. */
  | (SubscribeCommon<"option-chain"> & { readonly underlyingExpiry: readonly UnderlyingExpiry[] })
  /** Packet 5, of each underlying. */
  | (SubscribeCommon<"underlying-stats"> & { readonly tokens: readonly number[] })
  /** Packet 7; packets 6 and 10, the owner's only; packets 8 and 9. */
  | SubscribeCommon<"screener-stats" | "order-updates" | "order-updates-v2" | "nse-events">;

interface Unsubscribe {
  readonly command: "unsubscribe";
  readonly uniqueId: string;
}

export type UpMessage = Subscribe | Unsubscribe;

interface Refusal {
  readonly refused: {
    readonly code: ErrorCode;
    readonly message: string;
    /** The subscription it was about, when the message said so legibly. */
    readonly uniqueId: string | null;
  };
}

/** Limits of one message; what a connection may hold in all is the relay's to say. */
export const UP_LIMITS = {
  /** 64 KiB, the websocket's own message limit: 3,000 tokens of 9 digits take half of it. */
  textLength: 65_536,
  uniqueIdLength: 64,
  tokens: 3_000,
  batchEntries: 64,
  chains: 64,
} as const;

/** A minute bar, unless the client wants another. */
const DEFAULT_INTERVAL_SECONDS = 60;
const MAX_INTERVAL_SECONDS = 86_400;
const MAX_TOKEN = 0xffff_ffff;
const MAX_BROKER_ID = 0x7fff_ffff;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A fault found below; caught once, in `parseUp`. */
class Fault extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

function bad(message: string): Fault {
  return new Fault("relay.bad_message", message);
}

function isWhole(value: unknown, low: number, high: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;
}

/** A value in a message to its sender: cut when long, and never walked into, since it may be nested to any depth. */
function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function parseList(value: unknown, name: string, limit: number, code: ErrorCode): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(`${name} must be a list`);
  if (value.length > limit)
    throw new Fault(code, `${name} has ${value.length} entries; at most ${limit} fit a message`);
  return value;
}

function parseTokens(value: unknown, name: string, limit: number = UP_LIMITS.tokens): readonly number[] {
  const list = parseList(value, name, limit, "relay.limit_tokens");
  for (const token of list) {
    if (!isWhole(token, 1, MAX_TOKEN)) throw bad(`${name}: ${shown(token)} is no instrument token`);
  }
  return list as readonly number[];
}

function parseQuoteBatch(value: unknown): readonly QuoteBatchEntry[] {
  const list = parseList(value, "quoteBatch", UP_LIMITS.batchEntries, "relay.bad_message");
  let total = 0;
  return list.map((entry) => {
    if (!isMembers(entry)) throw bad("quoteBatch: an entry must be an object with mode and tokens");
    const { mode } = entry;
    if (typeof mode !== "string" || !(QUOTE_MODES as readonly string[]).includes(mode)) {
      throw bad(`quoteBatch: mode ${shown(mode)} is none of ${QUOTE_MODES.join(", ")}`);
    }
    const tokens = parseTokens(entry.tokens, "quoteBatch.tokens");
    total += tokens.length;
    if (total > UP_LIMITS.tokens) {
      throw new Fault("relay.limit_tokens", `quoteBatch has more than ${UP_LIMITS.tokens} tokens`);
    }
    return { mode: mode as QuoteMode, tokens };
  });
}

/** True for a day of the calendar written YYYY-MM-DD (29 February in any year: the relay knows its expiries). */
function isDate(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const match = /^2\d{3}-(\d\d)-(\d\d)$/.exec(value);
  if (match === null) return false;
  const day = Number(match[2]);
  return day >= 1 && day <= (DAYS_IN_MONTH[Number(match[1]) - 1] ?? 0);
}

function parseUnderlyingExpiry(value: unknown): readonly UnderlyingExpiry[] {
  const list = parseList(value, "underlyingExpiry", UP_LIMITS.chains, "relay.limit_subscriptions");
  if (list.length === 0) throw bad("underlyingExpiry must name a chain");
  return list.map((entry) => {
    if (!isMembers(entry))
      throw bad("underlyingExpiry: an entry must be an object with underlying and expiry");
    const { underlying, expiry } = entry;
    if (!isWhole(underlying, 1, MAX_TOKEN)) {
      throw bad(`underlyingExpiry: ${shown(underlying)} is no instrument token`);
    }
    if (!isDate(expiry)) throw bad(`underlyingExpiry: ${shown(expiry)} is no date of the form YYYY-MM-DD`);
    return { underlying, expiry };
  });
}

function parseInterval(value: unknown): number {
  if (value === undefined) return DEFAULT_INTERVAL_SECONDS;
  if (!isWhole(value, 1, MAX_INTERVAL_SECONDS))
    throw bad(`intervalSeconds: ${shown(value)} is no length of a bar`);
  return value;
}

function parseBrokerId(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (!isWhole(value, 0, MAX_BROKER_ID)) throw bad(`brokerId: ${shown(value)} is no broker`);
  return value;
}

function parseSource(value: unknown): DataSource {
  if (typeof value === "string" && (DATA_SOURCES as readonly string[]).includes(value))
    return value as DataSource;
  throw new Fault("relay.unknown_source", `dataSource ${shown(value)} is none of ${DATA_SOURCES.join(", ")}`);
}

function parseSubscribe(members: Members, uniqueId: string): Subscribe {
  const dataSource = parseSource(members.dataSource);
  const common = { command: "subscribe", uniqueId, brokerId: parseBrokerId(members.brokerId) } as const;
  switch (dataSource) {
    case "quote-batch":
      return { ...common, dataSource, quoteBatch: parseQuoteBatch(members.quoteBatch) };
    case "quote-chart": {
      const tokens = parseTokens(members.tokens, "tokens");
      return { ...common, dataSource, tokens, intervalSeconds: parseInterval(members.intervalSeconds) };
    }
    case "option-chain":
      return { ...common, dataSource, underlyingExpiry: parseUnderlyingExpiry(members.underlyingExpiry) };
    case "underlying-stats":
      return { ...common, dataSource, tokens: parseTokens(members.tokens, "tokens") };
    default:
      return { ...common, dataSource };
  }
}

/** A name that can be logged and sent back: short, and without control characters or lone surrogates. */
function isUniqueId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length > 0 &&
    value.length <= UP_LIMITS.uniqueIdLength &&
    !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value)
  );
}

function parseMembers(members: Members): UpMessage {
  const { command, uniqueId } = members;
  if (command !== "subscribe" && command !== "unsubscribe") {
    throw new Fault(
      "relay.unknown_command",
      `command ${shown(command)} is neither subscribe nor unsubscribe`,
    );
  }
  if (!isUniqueId(uniqueId)) {
    throw bad(`uniqueId must be a text of 1 to ${UP_LIMITS.uniqueIdLength} characters`);
  }
  if (command === "subscribe") return parseSubscribe(members, uniqueId);
  if (members.dataSource !== undefined) parseSource(members.dataSource);
  return { command, uniqueId };
}

/** Reads one text frame; never throws. */
export function parseUp(text: string): UpMessage | Refusal {
  if (text.length > UP_LIMITS.textLength) {
    const message = `a message may have ${UP_LIMITS.textLength} characters, this one has ${text.length}`;
    return { refused: { code: "request.too_large", message, uniqueId: null } };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: { code: "relay.bad_json", message: "the message is no JSON", uniqueId: null } };
  }
  if (!isMembers(value)) {
    return {
      refused: { code: "relay.bad_message", message: "the message must be an object", uniqueId: null },
    };
  }
  try {
    return parseMembers(value);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const uniqueId = isUniqueId(value.uniqueId) ? value.uniqueId : null;
    return { refused: { code: error.code, message: error.message, uniqueId } };
  }
}

/** The strongest mode of each token of a batch, in the order of first mention. */
export function strongestModes(batch: readonly QuoteBatchEntry[]): Map<number, QuoteMode> {
  const modes = new Map<number, QuoteMode>();
  for (const { mode, tokens } of batch) {
    const strength = QUOTE_MODES.indexOf(mode);
    for (const token of tokens) {
      const known = modes.get(token);
      if (known === undefined || QUOTE_MODES.indexOf(known) < strength) modes.set(token, mode);
    }
  }
  return modes;
}
