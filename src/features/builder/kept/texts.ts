import { formatDate } from "#domain/format/date.ts";
import type { SettlementOrigin } from "#domain/settlement/settlement.ts";
import type { LegNote } from "#domain/strategy/kept/bring-back.ts";
import { countText, inLanguage } from "../../../shared/texts/texts.tsx";
import { strikeText } from "../../../strategy/fields/leg-names.ts";

const origins: Readonly<Record<SettlementOrigin, string>> = {
  exchange: "the exchange’s settlement price",
  closing_value: "the closing value of the underlying",
  simulated: "the simulated market’s own settlement",
  last_price: "the underlying’s last price, not the exchange’s settlement",
  given_close: "the underlying’s close of that day",
  evening_spot: "the underlying’s price of that evening",
};

/** A company's bonus or split leaves its contracts with other strikes and lots; nothing here says which. */
const ADJUSTED = {
  strike: "The exchange may have adjusted it for a corporate action; nothing else is put in its place.",
  lot: "The exchange may have adjusted it for a corporate action: check that it is the contract you dealt in.",
} as const;

/** @param isOfShare of a company's share, whose contracts corporate actions change */
function note(of: LegNote, isOfShare: boolean): string {
  const { tradingsymbol: symbol } = of;
  const about = (action: string): string => (isOfShare ? ` ${action}` : "");
  switch (of.kind) {
    case "gone":
      if (of.what === "strike") {
        return `${symbol} is left out: strike ${strikeText(of.strike)} is not listed any more for ${formatDate(of.expiry)}.${about(ADJUSTED.strike)}`;
      }
      return `${symbol} is left out: ${of.expiry === null ? "it was kept without an expiry" : `its expiry ${formatDate(of.expiry)} is not listed any more`}.`;
    case "symbol_changed":
      return `${symbol} is listed as ${of.to} now, with the same expiry and strike.`;
    case "lot_changed":
      return `${symbol}: its lot was ${of.from} and is ${of.to} now. Quantity and entry price are as you left them.${about(ADJUSTED.lot)}`;
    case "multiplier_changed":
      return `${symbol}: its multiplier was ${of.from} and is ${of.to} now. Quantity and entry price are as you left them.${about(ADJUSTED.lot)}`;
  }
}

/** What is read about strategies that are saved and shared. */
export const TEXTS = inLanguage({
  en: {
    save: "Save",
    saving: "Saving…",
    saved: "Saved",
    saveTitle: "Save the strategy",
    saveAs: "Save as…",
    share: "Share",
    unsaved: "Unsaved changes",
    done: (name: string) => `Saved as ${name}`,
    again: "Try again",
    gone: "It was deleted meanwhile. Save it under a name to keep it.",
    name: {
      title: "Save the strategy",
      titleAs: "Save as another strategy",
      label: "Name",
      hint: "Trades without an entry price are saved at the market’s price of now.",
      empty: "Give it a name.",
      long: "A name has at most 80 characters.",
      taken: "You have another strategy of this name.",
      confirm: "Save",
      cancel: "Cancel",
    },
    changed: {
      title: "Saved elsewhere since",
      text: (name: string) =>
        `Another tab or device has saved ${name} after it was opened here. Your changes are still here: keep both, or put yours in place of the other.`,
      overwrite: "Overwrite it",
      saveAs: "Save as another",
      cancel: "Not now",
    },
    notes: {
      name: "What has changed since the strategy was kept",
      note,
    },
    link: {
      shared: (when: string) => `Shared strategy, as of ${when}`,
      prices: "Prices",
      live: "Live",
      moment: "Then",
      momentTitle:
        "Entry prices, IVs and target that follow the market stand at those of the moment of sharing",
      moments: {
        spot: (underlying: string) => `${underlying} then`,
        pnl: "P&L of the legs then",
        live: "Last prices, P&L of now and margin are of the live market.",
      },
      liveTitle: "Entry prices, IVs and target that were not set follow the market",
      reset: "As it was shared",
    },
    result: {
      name: "Result of the legs that are over",
      leg: (leg: string) => `${leg} settled at`,
      estimated: "ESTIMATED",
      unknown: "no settlement known",
      origins,
      gross: "P&L",
      charges: "Charges",
      net: "Net",
      realised: (legs: number) =>
        `Realised, ${countText(legs, { one: "leg that is over", other: "legs that are over" })}`,
      open: "Still open, at prices of now",
      together: "Together, before charges of leaving",
    },
    sharing: {
      title: "Share the strategy",
      making: "Making a link…",
      label: "Link",
      copy: "Copy",
      copied: "Copied",
      native: "Share…",
      on: (place: string) => `Share on ${place}`,
      places: { whatsapp: "WhatsApp", x: "X", telegram: "Telegram" },
      text: (underlying: string) => `${underlying} options strategy`,
      note: "Who has the link sees the strategy as it is now, with live prices. It stays until you end it.",
      mine: (links: number) => `${countText(links, { one: "link", other: "links" })} of yours`,
      madeOn: (day: string) => `made on ${day}`,
      end: "End",
      endLink: (what: string) => `End the link to ${what}`,
      ended: "The link is ended",
      failed: "No link could be made",
      again: "Try again",
      notCopied: "Copying is not allowed here: select the link and copy it.",
    },
  },
});
