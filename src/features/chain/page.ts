import { definePage } from "../../shared/page/define-page.tsx";

/** The router holds the chain itself and validates its address by `search-params.ts`: it comes without a detour. */
export const CHAIN_PAGES = [
  definePage({
    names: ["option-chain", "widget-chain"],
    keys: [
      ["[  and  ]", "Previous and next expiry"],
      ["Arrows", "Move in the chain"],
      ["Home, End", "First and last column; with Ctrl, strike"],
      ["Page Up, Page Down", "A screen of strikes"],
    ],
  }),
];
