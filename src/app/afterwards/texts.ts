import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    /** To browsers that we do not test with. */
    browser: {
      title: "Please use Chrome or Firefox",
      text: "Strikewise is made for Chrome and Firefox. In this browser live prices may be slower, and some of what is drawn may look different.",
      proceed: "I understand. Proceed anyway.",
    },
    infoMissing: "The code of the info window could not be loaded. Ask for it again in a moment.",
    infoFailed: "The info window failed and was closed. Open it again; the page under it goes on.",
    chartMissing: "The code of the chart could not be loaded. Ask for it again in a moment.",
    chartFailed: "The chart failed and was closed. Open it again; the page under it goes on.",
    ladderFailed: "The depth failed and was closed. Open it again; the page under it goes on.",
    ladderMissing: "The code of the depth could not be loaded. Ask for it again in a moment.",
  },
});
