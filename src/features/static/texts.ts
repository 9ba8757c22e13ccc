import { countText, inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of these pages; numbers and plurals are the language's own. */
export const TEXTS = inLanguage({
  en: {
    icici: {
      title: "ICICI Direct: switch to SPAN margin",
      lead: "Strategies need a margin that sees their legs together. An ICICI Direct account may still count each position alone.",
      why: "Why",
      reason:
        "SPAN looks at all legs of an underlying at once: a hedge lowers the margin. Without it each sold option is margined as if it stood alone, orders of a hedged strategy are refused for want of funds, and the margin shown here differs from your broker’s.",
      how: "How",
      site: "icicidirect.com",
      logIn: rich("Log in at {site} with a computer’s browser."),
      steps: [
        "Close open F&O positions, or wait until they are: the switch is refused while there are any.",
        "Open your F&O account’s settings and look for the margin type of futures and options.",
        "Choose SPAN-based margin, confirm, and agree to the terms.",
        "From the next trading day, log out here and log in with ICICI Direct again.",
      ],
      help: "Names of menus are ICICI Direct’s and change now and then. If you don’t find the setting, their customer care makes the switch for you: ask for “SPAN margin in F&O”.",
    },
    manifesto: {
      title: "Manifesto",
      lead: "What we stand for, and can be held to.",
      /** What we hold ourselves to; each section has an address of its own. */
      sections: [
        {
          id: "figures",
          title: "Figures that never lie",
          paragraphs: [
            "Every live figure knows its age. What is late is marked, what is unknown is shown as unknown, and never as zero. A screen that has lost its connection does not look alive.",
            "Where a figure has a method, we say which: implied volatility on the expiry’s own forward, time to the contract’s last minute, probability from the market’s own smile.",
          ],
        },
        {
          id: "calm",
          title: "Calm instead of noise",
          paragraphs: [
            "Trading is hard enough without a screen that shouts. What moves here is the market. There are no streaks, no confetti, and nothing that wants you to trade more than you would.",
          ],
        },
        {
          id: "privacy",
          title: "Your data is yours",
          paragraphs: [
            "We never receive your broker’s password. What you trade is not sold, and not shown to anybody unless you publish it yourself. Orders go out only when you send them.",
          ],
        },
        {
          id: "prices",
          title: "Plain prices",
          paragraphs: [
            "Logging in costs nothing, and trading through Strikewise carries no charge beyond your broker’s own. A plan costs what its page says, and only when you buy it.",
          ],
        },
        {
          id: "whats-new",
          title: "What’s new",
          paragraphs: [
            "Sign-in with Zerodha, Angel One, Upstox, ICICI Direct and Google. A market overview with indices, breadth and what moves most. Search that finds instruments, pages and actions from everywhere. The live option chain with greeks, IV and open interest of every strike.",
            "Every page that is not there yet says so itself, and what it will show.",
          ],
        },
      ],
    },
    openAccount: {
      title: "Open an account",
      lead: "Strikewise is not a broker. These are the brokers it works with; the account is theirs, opened on their own site.",
      columns: { broker: "Broker", works: "With it, here", trial: "Pro trial" },
      works: {
        always: "Real-time prices, positions, orders and funds",
        mcx: "commodities",
        basket: "basket orders",
        livePositions: "sharing live positions",
      },
      list: (items: readonly string[]) => `${items.join(", ")}.`,
      noTrial: "Not needed: all is free",
      days: (days: number) => countText(days, { one: "day", other: "days" }),
      afterwards: "Afterwards",
      comeBack:
        "Once the broker has opened your account with derivatives enabled, come back and log in with it.",
    },
    paymentSuccess: { title: "Payment successful", wait: "Please wait while we redirect" },
    paymentFailure: {
      title: "Your Razorpay payment has failed, please try again",
      retry: "Retry payment",
      home: "Navigate to Home",
    },
    purchaseFailure: {
      title: "The purchase did not go through",
      plans: "See the plans",
      support: "Support",
      paragraphs: [
        "Your plan has not changed. If money has left your account all the same, your bank or the payment gateway gives it back within five to seven working days.",
        "Try again with another way to pay, or tell us what you saw.",
      ],
    },
  },
});
