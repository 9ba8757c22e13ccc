import type { Bus } from "../../platform/bus/bus.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import { isRealMarket, MarketLicence, type MarketRule, strictest } from "../bus/market-rule.ts";
import { clockSubject } from "../bus/market-subjects.ts";

/** What a process knows of whose market it is, as it changes. */
export interface MarketTerms {
  /** null while it is not known: no caller is given a price then */
  rule(): MarketRule | null;
  /** a broker's market is heard, or nothing is yet: an account of the sandbox is none */
  isReal(): boolean;
  /** told when who may be given what has changed, before another message of that market is heard */
  onChange(listener: () => void): void;
  stop(): void;
}

interface MarketTermsOptions {
  /** what this process's configuration says of the feed */
  readonly told: MarketLicence;
  /** the feed runs in this process: what it was told is known before it is heard */
  readonly isFeedHere: boolean;
}

/** Of a clock's message only this: the market must be shut also where the rest makes no sense. */
const readLicence = jsonReader(MarketLicence);

/**
 * Listens to what the feed says of its market, in whichever process it runs. What this process was told can make that
 * stricter and never looser; a clock that does not say it shuts the market.
 */
export function createMarketTerms(bus: Bus, { told, isFeedHere }: MarketTermsOptions): MarketTerms {
  let licence: MarketLicence | null = isFeedHere ? told : null;
  let said = JSON.stringify(licence);
  const listeners: (() => void)[] = [];

  const stop = bus.subscribe(clockSubject(), (payload) => {
    const heard = readLicence(payload);
    licence = heard && {
      source: isRealMarket(told) ? told.source : heard.source,
      rule: strictest(told.rule, heard.rule),
    };
    const now = JSON.stringify(licence);
    if (now === said) return;
    said = now;
    for (const listener of listeners) listener();
  });

  return {
    rule: () => licence?.rule ?? null,
    isReal: () => licence === null || isRealMarket(licence),
    onChange: (listener) => void listeners.push(listener),
    stop,
  };
}
