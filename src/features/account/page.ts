import { definePage } from "../../shared/page/define-page.tsx";

export const ACCOUNT_PAGES = [
  definePage({
    names: ["profile"],
    load: async () => (await import("./ProfilePage.tsx")).ProfilePage,
  }),
  definePage({
    names: ["account-details"],
    load: async () => (await import("./AccountDetailsPage.tsx")).AccountDetailsPage,
  }),
  definePage({
    names: ["pricing"],
    load: async () => (await import("./PricingPage.tsx")).PricingPage,
  }),
];
