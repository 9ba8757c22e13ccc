import { definePage } from "../../shared/page/define-page.tsx";
import { parseInfoSearch } from "./pages/address.ts";

export const INFO_PAGES = [
  definePage({
    names: ["widget-info"],
    search: parseInfoSearch,
    load: async () => (await import("./pages/InfoWidget.tsx")).InfoWidget,
  }),
  definePage({
    names: ["test-info-widget"],
    load: async () => (await import("./pages/InfoTestPage.tsx")).InfoTestPage,
  }),
];
