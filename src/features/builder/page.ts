import { definePage } from "../../shared/page/define-page.tsx";
import { parseBuilderSearch, parseWidgetSearch } from "./search-params.ts";
import { TEXTS } from "./texts.ts";

export const BUILDER_PAGES = [
  definePage({
    names: ["builder"],
    search: parseBuilderSearch,
    keys: TEXTS.keys,
    load: async () => (await import("./BuilderPage.tsx")).BuilderPage,
  }),
  definePage({
    names: ["widget-builder"],
    search: parseWidgetSearch,
    keys: TEXTS.keys,
    load: async () => (await import("./widget/BuilderWidget.tsx")).BuilderWidget,
  }),
];
