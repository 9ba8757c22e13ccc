import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const BUILDER_PAGES = [
  definePage({
    names: ["builder"],
    keys: TEXTS.keys,
    load: async () => (await import("./BuilderPage.tsx")).BuilderPage,
  }),
  definePage({
    names: ["widget-builder"],
    keys: TEXTS.keys,
    load: async () => (await import("./widget/BuilderWidget.tsx")).BuilderWidget,
  }),
];
