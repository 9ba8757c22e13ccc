import { BROKERS } from "../brokers.ts";
import { pageRows } from "./page-row.ts";

const VERIFIED_SHOWS = [
  "A day’s profit and loss as the broker reports it, which nobody can edit",
  "Live positions and long-term profit and loss, if their owner shares them",
  "A Hall of Fame of the best verified days",
];

/** Verified P&L. */
export const VERIFIED = pageRows({
  "verified-pnl": {
    path: "/verified-pnl",
    feature: "verified_pnl",
    access: "public",
    isSpecial: true,
    menu: [
      {
        group: "community",
        place: 10,
        isFor: (broker) => BROKERS[broker].shareableVerifiedPnl,
        texts: {
          en: { label: "Verified By Strikewise", tagline: "Profit and loss that a broker vouches for" },
        },
      },
    ],
    texts: {
      en: {
        title: "Verified P&L",
        description: "Profit and loss that a broker vouches for.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "verified-following": {
    path: "/verified-pnl/following",
    feature: "verified_pnl",
    access: "authenticated",
    isSpecial: true,
    texts: {
      en: {
        title: "Following",
        description: "Traders you follow.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "hall-of-fame": {
    path: "/verified-pnl/hall-of-fame",
    feature: "verified_pnl",
    access: "public",
    canonicalParams: ["category"],
    isSpecial: true,
    texts: {
      en: {
        title: "Hall of Fame",
        description: "The best verified days.",
        soon: { comesWith: "The Hall of Fame comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "verified-user": {
    path: "/verified-pnl/$sbWordHash",
    feature: "verified_pnl",
    access: "public",
    isSpecial: true,
    texts: {
      en: {
        title: "Verified P&L",
        description: "One trader's verified days.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "verified-longterm": {
    path: "/verified-pnl/$sbWordHash/longterm-pnl",
    feature: "verified_pnl",
    access: "public",
    isSpecial: true,
    texts: {
      en: {
        title: "Long-term P&L",
        description: "One trader's long-term profit and loss.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "verified-live": {
    path: "/verified-pnl/$sbWordHash/live-positions",
    feature: "verified_pnl",
    access: "public",
    isSpecial: true,
    texts: {
      en: {
        title: "Live positions",
        description: "One trader's live positions.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
  "verified-screenshot": {
    path: "/verified-pnl/$sbWordHash/$screenshotId",
    feature: "verified_pnl",
    access: "public",
    isSpecial: true,
    texts: {
      en: {
        title: "Verified P&L",
        description: "One verified day.",
        soon: { comesWith: "Verified P&L comes with the social pages.", shows: VERIFIED_SHOWS },
      },
    },
  },
});
