import { pageRows } from "./page-row.ts";

/** Plans, payments and partners. */
export const PLANS = pageRows({
  pricing: {
    path: "/pricing",
    feature: null,
    access: "public",
    canonical: "/pricing",
    texts: {
      en: {
        title: "Plans",
        description: "What Lite and Pro cost.",
      },
    },
  },
  sales: {
    path: "/sales-page/$promoCode",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Offer",
        description: "A plan at a special price.",
        soon: { comesWith: "Offers come with payments.", shows: [] },
      },
    },
  },
  "broker-promo": {
    path: "/broker-promo-page/$promoCode",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Offer",
        description: "An offer of your broker.",
        soon: { comesWith: "Offers come with payments.", shows: [] },
      },
    },
  },
  "partner-reports": {
    path: "/partners/reports/$partnerUuid",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Partner reports",
        description: "Reports for partners.",
        soon: { comesWith: "Partner reports come with payments.", shows: [] },
      },
    },
  },
  "payment-success": {
    path: "/mobile_razorpay_payment_success",
    feature: null,
    access: "public",
    theme: "light",
    texts: {
      en: {
        title: "Payment successful",
        description: "Back to where you were.",
      },
    },
  },
  "payment-failure": {
    path: "/mobile_razorpay_payment_failure",
    feature: null,
    access: "public",
    theme: "light",
    texts: {
      en: {
        title: "Payment failed",
        description: "Try again, or go home.",
      },
    },
  },
  "purchase-failure": {
    path: "/purchase-failure",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Purchase failed",
        description: "What to do when a payment did not go through.",
      },
    },
  },
});
