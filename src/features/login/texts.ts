import { inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of the login panel, of the pages around a login, and of the ways that one ends. */
export const TEXTS = inLanguage({
  en: {
    tryAgain: "Try again",
    notNow: "Not now",
    goHome: "Go home",
    logInAgain: "Log in again",
    sandbox: "Sandbox",
    unsupported: "Broker not supported.",
    /** Titles of the panel (rule LOGIN-4). */
    title: { continue: "Login to Continue", broker: "Login with your broker" },
    panel: {
      close: "Close",
      allBrokers: "All brokers",
      google: "Sign in with Google",
      faq: "Is it safe to login with my broker?",
      terms: "Terms and conditions",
      version: "Web 1.0.0",
      analyst: (number: string) => `SEBI registered research analyst: ${number}`,
    },
    /** Beside the panel, where there is room. */
    pitch: {
      title: "Options analytics for Indian markets",
      risk: { name: "Low-risk strategies", text: "See what a trade can lose before you place it." },
      direction: {
        name: "Direction from data",
        text: "Open interest, IV and PCR of every strike, live.",
      },
      learning: {
        name: "Options, explained",
        text: "Learn as you go: every figure shows how it came about.",
      },
    },
    brokers: {
      zerodha: "Login with Zerodha",
      firstTime: "The first time, Zerodha asks you once to allow Strikewise.",
      noAccount: rich("No account yet? {open}"),
      openAccount: "Open a Zerodha account",
      others: "Login with other brokers",
      trySandbox: "Try it as a sandbox Zerodha account",
      sandboxNote: "One click, no password. Not Zerodha, and no real money.",
      saveFailed: "Failed to save broker to session storage",
    },
    google: {
      lead: rich(
        "With a Google account you can look around everything, with prices that are {late}. Real-time prices and trading need a login with your broker.",
      ),
      late: "1 minute late",
      sandboxNote: "This button leads to practice accounts, not to Google.",
      busy: "Signing in…",
      failed: "Google Authentication Failed!",
      setupFailed: "Error initializing Google Sign-In client",
      noButton: "Something went wrong! Please try again later.",
    },
    icici: {
      title: "Login with ICICI Direct",
      go: "Continue to ICICI Direct",
      leaving: "Opening ICICI Direct…",
      sandboxLead:
        "You will be sent to a sandbox page that stands in for ICICI Direct: no real account, no password.",
      lead: "You will be sent to ICICI Direct, and come back here once it knows you. We never see your password.",
      margin: rich("Futures and options need the SPAN margin setting of your account: {how}."),
      marginHow: "how to switch it on",
      payloadFailed: (why: string) => `Unable to fetch ICICI login payload. ${why}`,
      setupFailed: "Error initializing ICICI OAuth",
    },
    /** What we promise about a login (rule LOGIN-9). */
    faq: [
      {
        id: "password",
        question: "Do you see my broker password?",
        answers: [
          "No. You are sent to your broker's own site, and log in there.",
          "Your password, PIN and OTP never reach us. Your broker only tells us that it is you.",
        ],
      },
      {
        id: "cost",
        question: "Does logging in cost anything?",
        answers: [
          "No. Logging in is free, and your broker does not charge for it either.",
          "You pay only when you choose a plan and buy it. Nothing starts by itself.",
        ],
      },
      {
        id: "data",
        question: "Do you sell my data?",
        answers: ["No. Neither your personal data nor your trades are sold to anybody."],
      },
      {
        id: "orders",
        question: "Can an order be placed without me?",
        answers: [
          "No. An order is placed, changed or cancelled only when you press the button that says so.",
          "Trading from here costs what your broker charges, and nothing on top, on every plan.",
        ],
      },
      {
        id: "devices",
        question: "On how many devices can I be logged in?",
        answers: [
          "On three at a time. A login on a fourth one asks first: it names the others, and either logs all of them out and goes on there, or leaves them as they are.",
          "A new login in the same browser takes the place of the old one.",
        ],
      },
      {
        id: "google",
        question: "What can a Google account do here?",
        answers: [
          "Look around with prices that are one minute late.",
          "Google accounts are not trading accounts: real-time prices and trading need a login with your broker.",
        ],
      },
    ],
    /** Why the user has to log in again, in one sentence. */
    ended: {
      elsewhere: "You were logged out here because this account logged in on another device.",
      expired: "Your session is over. Log in again to go on.",
      revoked: "This device was logged out from another one.",
      broker: "Your broker ended this login, as brokers do once a day. Log in again to go on.",
    },
    banner: { untilThen: "Until you log in again, prices come one minute late.", dismiss: "Dismiss" },
    timeOut: {
      title: "Session time out",
      why: "You were logged out because you logged in elsewhere with your Angel One account.",
      next: "Please log in again to go on here.",
    },
    /** While the server's storage opens. @param broker null when it is not known */
    preparing: {
      title: (broker: string | null) =>
        broker === null ? "Login is being prepared" : `Login with ${broker} is being prepared`,
      text: "The server has just started, and opens its storage. This goes on by itself; please keep the page open.",
      inPanel: "Login is being prepared: the server has just started. It goes on by itself.",
    },
    /** The way back from a broker. */
    result: {
      busy: "Signing in…",
      busyWith: (broker: string) => `Signing in with ${broker}…`,
      wait: "This takes a second or two. Please keep this page open.",
      tryAgainWith: (broker: string) => `Try again with ${broker}`,
      anotherBroker: "Login with another broker",
      withoutLogin: "Go on without logging in",
      unchanged: rich("Nothing was changed in your account. If it happens again, {write}."),
      write: "write to us",
    },
    /** How a login went wrong, in the words of rules LOGIN-17 and LOGIN-18 where they have some. */
    failure: {
      unexpected: "An unexpected error has occurred. Please try to login again.",
      unable: "Unable to authenticate user",
      profile: "Login Failed, Failed to fetch user profile",
      noCode: "No code found in the URL",
      noAuthCode: "Auth code found in the URL",
      kiteRejected: "Failed to authenticate with Kite",
      kite: "Error Authenticate User with redirect token",
      googleRejected:
        "Looks like your Google authentication failed. Please check your username and password and try again.",
      google: "Google login failed, Failed to fetch user profile",
      /** Stands for a broker that is not known: first in a sentence, and within one. */
      yourBroker: "Your broker",
      theBroker: "the broker",
      declined: (broker: string) => `${broker} says that the login was declined. Nothing was shared with us.`,
      refused: (broker: string) => `${broker} could not log you in just now. Nothing was shared with us.`,
      refusedOrDeclined: (broker: string) =>
        `${broker} could not log you in, or the login was declined there. Nothing was shared with us.`,
      noProof: (broker: string) => `${broker} sent no proof of a login along.`,
      /** Why a login could not even begin. */
      start: {
        tooOften: "There were many logins in a short time. Wait a minute, then try again.",
        serverAway: "The server is just starting, or cannot store anything now. Try again in a few seconds.",
        notSetUp: "This way to log in is not set up here. Choose another one.",
        otherSite: "This login was begun on another site. Begin it here.",
        brokerAway: "The broker does not answer. Try again in a minute.",
      },
      /** Why the server did not take what a broker sent back. */
      reason: {
        notOpen:
          "This login was used already, took longer than ten minutes, or was begun somewhere else. Begin it anew here.",
        otherBrowser: "This login was begun in another browser. Begin it anew here.",
        otherProvider: (broker: string) =>
          `The answer did not come from ${broker}, with whom this login was begun. Begin it anew.`,
        rejected: (broker: string) =>
          `${broker} did not confirm it: what it sent along is used up, too old, or not valid. Begin anew.`,
      },
    },
    tooMany: {
      title: "Too many devices logged in",
      limit: "This account can be logged in on three devices at a time.",
      whatEnds: "To go on here, the others will be logged out, and their live prices stop.",
      devices: "Devices that will be logged out",
      lastSeen: (device: string, when: string) => `${device}, last seen ${when} IST`,
      goOn: "Log out other devices and continue",
      goingOn: "Logging out the others…",
      keep: "Keep them, and go on without logging in",
      over: "This page belongs to a login that is over by now. Log in again, and you can choose here.",
      failed: "Invalidating old session and logging in failed",
      another: "Log in again to get another try.",
    },
    logout: {
      wait: "One moment…",
      done: "You are logged out",
      logIn: "Login",
      late: "Prices come with one minute's delay until you log in with your broker.",
      question: (name: string) => `Log out ${name} on this device?`,
      logOut: "Log out",
      busy: "Logging out…",
      stay: "Stay",
      whatEnds: "Every tab of this browser is logged out. Your other devices stay as they are.",
    },
  },
});
