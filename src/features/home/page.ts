import { definePage } from "../../shared/page/define-page.tsx";

export const HOME_PAGES = [
  definePage({ names: ["home"], load: async () => (await import("./Home.tsx")).Home }),
  definePage({ names: ["analyze"], load: async () => (await import("./Analyze.tsx")).Analyze }),
];
