import { pageRows } from "./page-row.ts";

/** Where a login ends, well or badly. */
export const SIGN_IN = pageRows({
  "kite-login-redirect": {
    path: "/kite_login_redirect",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in with Zerodha",
        description: "Back from Zerodha.",
      },
    },
  },
  "kite-login-error": {
    path: "/kite_login_error",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Zerodha login",
        description: "What went wrong at Zerodha.",
      },
    },
  },
  "too-many-devices": {
    path: "/toomanydevicesloggedin",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Too many devices",
        description: "This account is signed in on too many devices.",
      },
    },
  },
  "validate-ssb": {
    path: "/validate_ssb",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in",
        description: "Back from your broker.",
      },
    },
  },
  "angel-login": {
    path: "/validate_angel_broking_login",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in with Angel One",
        description: "Back from Angel One.",
      },
    },
  },
  "upstox-login": {
    path: "/upstox_login_redirect",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in with Upstox",
        description: "Back from Upstox.",
      },
    },
  },
  "icici-validate": {
    path: "/validate_icici_login",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in with ICICI Direct",
        description: "Back from ICICI Direct.",
      },
    },
  },
  "icici-login": {
    path: "/icici_login_redirect",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "Signing in with ICICI Direct",
        description: "Back from ICICI Direct.",
      },
    },
  },
  "icici-instructions": {
    path: "/icici-direct-login-instructions",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "ICICI Direct: switch to SPAN margin",
        description: "How to switch an ICICI Direct account to SPAN margin.",
      },
    },
  },
  "icici-error": {
    path: "/icici_error",
    feature: null,
    access: "public",
    texts: {
      en: {
        title: "ICICI Direct login",
        description: "What went wrong at ICICI Direct.",
      },
    },
  },
});
