import { pageRows } from "./page-row.ts";

/** Other public addresses. */
export const PUBLIC = pageRows({
  "twitter-redirect": {
    path: "/twitter_redirect",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Linking your account",
        description: "Back from X (Twitter).",
        soon: { comesWith: "Linking comes with Verified P&L.", shows: [] },
      },
    },
  },
  verify: {
    path: "/verify/$id/$uid",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Verify",
        description: "Confirms an address.",
        soon: { comesWith: "Verification by mail comes with notifications.", shows: [] },
      },
    },
  },
  "how-numbers-are-made": {
    path: "/how-numbers-are-made",
    feature: null,
    access: "public",
    menu: [
      {
        group: "help",
        place: 15,
        texts: {
          en: {
            label: "How our numbers are made",
            tagline: "Formulas, and every figure checked in your browser",
          },
        },
      },
    ],
    texts: {
      en: {
        title: "How our numbers are made",
        description:
          "The formula of every figure, and our test vectors recomputed in your own browser, row by row, with their error distributions.",
        tags: ["validation", "formulas", "accuracy"],
      },
    },
  },
  manifesto: {
    path: "/manifesto/{-$section}",
    feature: "manifesto",
    access: "public",
    texts: {
      en: {
        title: "Manifesto",
        description: "What we stand for.",
      },
    },
  },
  refer: {
    path: "/refer",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Refer a friend",
        description: "Bring a friend.",
        soon: { comesWith: "Referrals come with payments.", shows: [] },
      },
    },
  },
  campaign: {
    path: "/campaign",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Campaign",
        description: "What is going on.",
        soon: { comesWith: "Campaigns come with payments.", shows: [] },
      },
    },
  },
  "open-account": {
    path: "/open-new-account",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Open an account",
        description: "Open a trading account with a broker we support.",
      },
    },
  },
  klrhm: {
    path: "/klrhm",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Key levels",
        description: "Key levels.",
        soon: { comesWith: "Key levels come with the admin pages.", shows: [] },
      },
    },
  },
  "test-info-widget": {
    path: "/test-info-widget",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Info widget test",
        description: "Tries the instrument info widget.",
      },
    },
  },
});
