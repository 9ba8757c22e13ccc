import { definePage } from "../../shared/page/define-page.tsx";

export const SUPPORT_PAGES = [
  definePage({ names: ["support"], load: async () => (await import("./Support.tsx")).Support }),
];
