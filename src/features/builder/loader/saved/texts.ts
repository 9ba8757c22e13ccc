import { countText, inLanguage } from "../../../../shared/texts/texts.tsx";
import type { Order } from "./list-order.ts";

const orders: Readonly<Record<Order, string>> = { updated: "Updated", expiry: "Expiry", name: "Name" };

/** What is read in the list of saved strategies. */
export const TEXTS = inLanguage({
  en: {
    list: "My strategies",
    search: "Search your strategies",
    searchHint: "Name or underlying",
    order: "Sort by",
    orders,
    loading: "Loading your strategies…",
    failed: "Your strategies could not be fetched.",
    again: "Try again",
    empty: "Nothing saved yet.",
    emptyNext: "Build a strategy and press Save: it is kept here with its prices.",
    noMatch: (search: string) => `None of your strategies is called “${search}”.`,
    full: (most: number) => `You keep ${most} strategies, the most there can be. Delete some to save others.`,
    open: (name: string) => `Open ${name}`,
    isOpen: "open",
    legs: (legs: number) => countText(legs, { one: "leg", other: "legs" }),
    expired: "expired",
    pnl: "P&L now",
    pnlTitle:
      "At last prices and settlements, before charges. -- where an entry or a price is not known, or a contract is not listed any more.",
    rename: (name: string) => `Rename ${name}`,
    renameField: "New name",
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `Deleted ${name}`,
    undo: "Undo",
    unsaved: {
      title: "Your work is not saved",
      text: (name: string, isForGood: boolean) =>
        `${name} takes the place of what you work on, which is not saved. ${
          isForGood
            ? "It is of another underlying: undo will not bring your work back."
            : "Undo brings your work back."
        }`,
      stay: "Not now",
      open: "Open it all the same",
    },
    restored: (name: string) => `${name} is back`,
  },
});
