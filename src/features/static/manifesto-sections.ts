interface ManifestoSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What we hold ourselves to; each section has an address of its own. */
export const SECTIONS: readonly ManifestoSection[] = [
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
];
