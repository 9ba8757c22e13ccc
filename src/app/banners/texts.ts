import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    notices: "Notices",
    outdated: "A newer version of Strikewise is running in this browser. Reload to join it.",
    notStarted: (reason: string) => `Live prices could not start: ${reason}`,
    backendLost: "Unable to connect to the provider's servers. Prices and all other data may be out of date.",
    disconnected: "Prices might be off (Websocket is Disconnected)",
    reload: "Reload",
    visitor: "Login with your broker for real-time prices and trading",
    login: "Login",
  },
});
