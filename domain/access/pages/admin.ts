import { pageRows } from "./page-row.ts";

/** Pages of those who run the product. */
export const ADMIN = pageRows({
  admin: {
    path: "/admin/$",
    feature: "admin",
    access: "privileged",
    texts: {
      en: {
        title: "Admin",
        description: "For those who run the product.",
        soon: { comesWith: "Admin pages come last.", shows: [] },
      },
    },
  },
});
