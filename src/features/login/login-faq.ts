/** One question about logging in (rule LOGIN-9). */
interface FaqEntry {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
}

/** What we promise about a login (rule LOGIN-9). */
export const LOGIN_FAQ: readonly FaqEntry[] = [
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
    id: "google",
    question: "What can a Google account do here?",
    answers: [
      "Look around with prices that are one minute late.",
      "Google accounts are not trading accounts: real-time prices and trading need a login with your broker.",
    ],
  },
];
