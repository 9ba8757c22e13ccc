import { definePage } from "../../shared/page/define-page.tsx";
import { profileAddress } from "./profile-tab.ts";

export const ACCOUNT_PAGES = [
  definePage({
    names: ["profile"],
    load: async () => (await import("./ProfilePage.tsx")).ProfilePage,
    search: (params) => profileAddress(`${params}`),
  }),
  definePage({
    names: ["account-details"],
    load: async () => (await import("./AccountDetailsPage.tsx")).AccountDetailsPage,
  }),
  definePage({
    names: ["pricing"],
    load: async () => (await import("./PricingPage.tsx")).PricingPage,
    search: (params) => ({ broker: params.get("broker") }),
  }),
];
