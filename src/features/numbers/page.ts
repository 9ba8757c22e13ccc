import { definePage } from "../../shared/page/define-page.tsx";

export const NUMBERS_PAGES = [
  definePage({
    names: ["how-numbers-are-made"],
    load: async () => (await import("./NumbersPage.tsx")).NumbersPage,
  }),
];
