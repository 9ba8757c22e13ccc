import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

/** The router holds the chain itself and validates its address by `search-params.ts`: it comes without a detour. */
export const CHAIN_PAGES = [
  definePage({
    names: ["option-chain", "widget-chain"],
    keys: TEXTS.keys,
    legend: () => import("./marks/Legend.tsx").then((m) => m.Legend),
  }),
];
