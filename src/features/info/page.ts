import { definePage } from "../../shared/page/define-page.tsx";

export const INFO_PAGES = [
  definePage({
    names: ["widget-info"],
    load: async () => (await import("./pages/InfoWidget.tsx")).InfoWidget,
  }),
  definePage({
    names: ["test-info-widget"],
    load: async () => (await import("./pages/InfoTestPage.tsx")).InfoTestPage,
  }),
];
