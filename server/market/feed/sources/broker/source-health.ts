import type { SourceHealth } from "../../../bus/feed-status.ts";
import type { Link } from "./link.ts";

interface HealthFacts {
  readonly now: number;
  readonly displayName: string;
  readonly listedOn: string | null;
  readonly isListOld: boolean;
  readonly listFaults: number;
  readonly hasToken: boolean;
  /** why the last token was refused, null when it was not */
  readonly refusedWhy: string | null;
  readonly isInSession: boolean;
  readonly stallMs: number;
  readonly lastDataAt: number | null;
  readonly followed: number;
  readonly leftOut: number;
  readonly garbled: number;
  readonly links: readonly Pick<Link, "phase" | "tokens" | "reconnects">[];
}

function stateOf(facts: HealthFacts): SourceHealth["state"] {
  if (!facts.hasToken) return facts.refusedWhy === null ? "no_token" : "token_rejected";
  if (facts.listedOn === null) return "no_instruments";
  const isOpen = facts.links[0]?.phase === "open";
  if (!facts.isInSession) return isOpen ? "closed" : "connecting";
  const age = facts.lastDataAt === null ? Infinity : facts.now - facts.lastDataAt;
  if (age <= facts.stallMs) return "live";
  return facts.lastDataAt === null ? "connecting" : "stale";
}

function textOf(state: SourceHealth["state"], facts: HealthFacts): string {
  const name = facts.displayName;
  const old =
    facts.isListOld && facts.listedOn !== null
      ? ` The list of instruments is that of ${facts.listedOn}.`
      : "";
  switch (state) {
    case "no_token":
      return `Waiting for an access token of ${name}.`;
    case "token_rejected":
      return `${name} does not accept the access token (${facts.refusedWhy}): give today's.${old}`;
    case "no_instruments":
      return `Waiting for ${name}'s list of instruments.`;
    case "connecting":
      return `Connecting to ${name}.${old}`;
    case "closed":
      return `Connected to ${name}; the market is closed.${old}`;
    case "stale": {
      const seconds = Math.round((facts.now - (facts.lastDataAt ?? facts.now)) / 1000);
      return `No price from ${name} for ${seconds} s while the market is open.${old}`;
    }
    case "live": {
      const out = facts.leftOut > 0 ? `, ${facts.leftOut} more than there is room for` : "";
      return `${facts.followed} instruments from ${name}${out}.${old}`;
    }
  }
}

export function describeHealth(facts: HealthFacts): SourceHealth {
  const state = stateOf(facts);
  return {
    state,
    message: textOf(state, facts),
    lastDataAt: facts.lastDataAt,
    connections: facts.links.map(({ phase, tokens }) => ({ phase, instruments: tokens.size })),
    followed: facts.followed,
    leftOut: facts.leftOut,
    listedOn: facts.listedOn,
    isListOld: facts.isListOld,
    listFaults: facts.listFaults,
    garbled: facts.garbled,
    reconnects: facts.links.reduce((sum, link) => sum + link.reconnects, 0),
  };
}
