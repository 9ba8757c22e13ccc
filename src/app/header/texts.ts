import { inLanguage } from "../../browser/language.ts";

/** Texts of the bar itself; what opens from it has its own. */
export const TEXTS = inLanguage({
  en: {
    drawer: "Menu",
    brand: "Strikewise, home",
    nav: "Main",
    entries: {
      home: "Home",
      positions: "Positions",
      watchlist: "Watchlist",
      orders: "Orders",
    },
    new: "New",
    menus: { analyse: "Analyse", trade: "Trade", more: "More" },
    loginToOpen: "Login to open this",
    searchEverything: "Search instruments and pages",
    search: "Search",
    searchKeys: "Ctrl K",
    login: "Login",
    accountOf: (name: string) => `Account of ${name}`,
    /** Stands for the name of an account that has none. */
    account: "Account",
  },
});
