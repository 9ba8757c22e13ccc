import { definePage } from "../../shared/page/define-page.tsx";

const payment = () => import("./PaymentResult.tsx");

export const STATIC_PAGES = [
  definePage({ names: ["manifesto"], load: async () => (await import("./Manifesto.tsx")).Manifesto }),
  definePage({ names: ["open-account"], load: async () => (await import("./OpenAccount.tsx")).OpenAccount }),
  definePage({
    names: ["icici-instructions"],
    load: async () => (await import("./IciciInstructions.tsx")).IciciInstructions,
  }),
  definePage({
    names: ["payment-success"],
    load: async () => (await payment()).PaymentSuccess,
  }),
  definePage({
    names: ["payment-failure"],
    load: async () => (await payment()).PaymentFailure,
  }),
  definePage({
    names: ["purchase-failure"],
    load: async () => (await import("./PurchaseFailure.tsx")).PurchaseFailure,
  }),
  definePage({
    names: ["loading"],
    load: async () => (await import("./Loading.tsx")).Loading,
  }),
];
