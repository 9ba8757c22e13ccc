import { inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of the page; numbers and plurals are the language's own. */
export const TEXTS = inLanguage({
  en: {
    title: "Support",
    lead: "Answers first; below them, how to reach somebody.",
    asked: "What is asked most",
    /** What is asked most, answered in full. */
    questions: [
      {
        id: "late",
        question: "Why are my prices a minute late?",
        answers: [
          "Exchanges allow real-time prices to customers of a broker. Without a login, and with a Google account, the whole market reaches you 60 seconds late: prices, IV, greeks and open interest alike, so that what you see fits together.",
          "Login with your broker and the same page turns real-time by itself.",
        ],
      },
      {
        id: "safe",
        question: "Does Strikewise see my broker’s password?",
        answers: [
          "No. You log in on your broker’s own site, and it tells us who you are. Orders are placed, changed or cancelled only when you ask for it. Your data is not sold.",
        ],
      },
      {
        id: "simulated",
        question: "What does “Simulated market” mean?",
        answers: [
          "The prices on screen come from a market that this installation makes up: whole and consistent, but not the exchange’s. It keeps the exchanges’ hours or moves at any hour, as the installation is set up. Never trade on it.",
        ],
      },
      {
        id: "sandbox",
        question: "What is a sandbox account?",
        answers: [
          "An account at a broker that exists only here, with positions, orders and funds to look around with. It is not your broker, and no money is in it.",
        ],
      },
      {
        id: "iv",
        question: "Why does IV differ from the exchange’s site?",
        answers: [
          "We compute it on each expiry’s own forward, with the time to the contract’s last minute. The exchange’s site computes it on spot with an interest rate of 10 %, which lifts puts and lowers calls.",
        ],
      },
      {
        id: "stale",
        question: "What do fading figures and the word “Stale” say?",
        answers: [
          "That nothing was heard of them for longer than the feed’s heartbeat. They are the last ones known and may be off. A banner above the page says so as well, and it all mends by itself when the connection is back.",
        ],
      },
      {
        id: "devices",
        question: "Why was I logged out on another device?",
        answers: [
          "An account may be signed in on three devices at a time. A fourth asks you which to end. Your profile lists them all.",
        ],
      },
      {
        id: "browser",
        question: "Which browsers work?",
        answers: [
          "Chrome, Edge and Firefox, on a computer or a phone. Others show the same figures, but one connection for each tab.",
        ],
      },
    ],
    reach: "Reach us",
    write: rich("Write to {mail} and mention the reference below: with it we find what happened."),
    noAddress:
      "Whoever runs this installation has not said where to write. Your broker’s support helps with orders, funds and logins.",
    facts: { reference: "Reference", version: "Version", connection: "Connection" },
    version: (build: string) => `Web 1.0.0, build ${build}`,
    simulated: (connection: string) => `${connection}, simulated market`,
    findYourWay: "Find your way",
    search: "Search instruments and pages",
    keys: "Keyboard shortcuts",
    manifesto: "What we stand for",
  },
});
