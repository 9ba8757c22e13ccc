import { ANONYMOUS, type BrokerId, ZERODHA } from "../brokers.ts";
import { pageRows } from "./page-row.ts";

const isAccount = (broker: BrokerId): boolean => broker !== ANONYMOUS;

/** The house itself: what every visitor passes through. */
export const HOUSE = pageRows({
  home: {
    path: "/home",
    oldPaths: ["/"],
    feature: "home",
    access: "app_initialized",
    menu: [
      {
        group: "home",
        place: 10,
        texts: { en: { label: "Home", tagline: "The market at a glance" } },
      },
    ],
    texts: {
      en: {
        title: "Home",
        description: "The market at a glance, and every tool one step away.",
      },
    },
  },
  analyze: {
    path: "/home/analyze",
    feature: "home",
    access: "app_initialized",
    canonical: "/home/analyze",
    texts: {
      en: {
        title: "Analyse",
        description: "Every analysis tool: chains, open interest, volatility, screeners.",
      },
    },
  },
  login: {
    path: "/login",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Login",
        description: "Sign in with your broker for real-time prices and trading.",
      },
    },
  },
  logout: {
    path: "/logout",
    feature: "logout",
    access: "public",
    texts: {
      en: {
        title: "Logout",
        description: "Leave this account on this device.",
      },
    },
  },
  profile: {
    path: "/profile",
    feature: null,
    access: "authenticated",
    width: 1_366,
    menu: [
      {
        group: "settings",
        place: 20,
        rest: "?tab=strikewise_plans",
        // A Zerodha account has no plan to choose: the matrix frees everything for it.
        isFor: (broker) => isAccount(broker) && broker !== ZERODHA,
        texts: { en: { label: "My Plan", tagline: "What you hold, and what else there is" } },
      },
    ],
    texts: {
      en: {
        title: "Profile",
        description: "Your account, plan, devices and preferences.",
      },
    },
  },
  "account-details": {
    path: "/account-details",
    feature: null,
    access: "authenticated",
    width: 1_366,
    menu: [
      {
        group: "settings",
        place: 10,
        isFor: isAccount,
        texts: { en: { label: "Account details", tagline: "Who you are here" } },
      },
    ],
    texts: {
      en: {
        title: "Account details",
        description: "Who you are here, and which broker you came with.",
      },
    },
  },
  support: {
    path: "/support",
    feature: "support",
    access: "public",
    menu: [
      {
        group: "help",
        place: 20,
        texts: { en: { label: "Help / Support", tagline: "How to reach us" } },
      },
    ],
    texts: {
      en: {
        title: "Support",
        description: "How to reach us, and answers to what is asked most.",
      },
    },
  },
  invoice: {
    path: "/invoice",
    feature: "invoice",
    access: "authenticated",
    texts: {
      en: {
        title: "Invoices",
        description: "Invoices of your plans.",
        soon: {
          comesWith: "Invoices come with payments.",
          shows: ["An invoice for each payment", "GST as it was charged", "A PDF to keep"],
        },
      },
    },
  },
  loading: {
    path: "/loading",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Loading",
        description: "One moment.",
      },
    },
  },
});
