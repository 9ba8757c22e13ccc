import { pageRows } from "./page-row.ts";

/** Pages inside another app. */
export const WIDGETS = pageRows({
  "widget-builder": {
    path: "/widget/builder/$source",
    feature: "builder",
    access: "authenticated",
    isWidget: true,
    texts: {
      en: {
        title: "Strategy Builder",
        description: "The builder inside a broker's app.",
      },
    },
  },
  "widget-chain": {
    path: "/widget/option-chain",
    oldPaths: ["/widget/optionchain", "/widgets/option-chain"],
    feature: "option_chain",
    access: "app_initialized",
    isSpecial: true,
    isWidget: true,
    texts: {
      en: {
        title: "Option Chain",
        description: "The option chain inside a broker's app.",
      },
    },
  },
  "widget-info": {
    path: "/widget/info-modal",
    feature: null,
    access: "public",
    isWidget: true,
    texts: {
      en: {
        title: "Instrument Info",
        description: "What there is to know of an instrument, inside a broker's app.",
      },
    },
  },
  "widget-klrhm": {
    path: "/widget/klrhm",
    feature: null,
    access: "public",
    isWidget: true,
    texts: {
      en: {
        title: "Key levels",
        description: "Key levels inside a broker's app.",
        soon: { comesWith: "Key levels come with the admin pages.", shows: [] },
      },
    },
  },
});
