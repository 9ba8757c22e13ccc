import type { PageName } from "./page-paths.ts";

/** What a page is called, in its tab, in search results and in menus. */
interface PageText {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** when it will be there, while it is not built yet; null when it works */
  readonly comesWith: string | null;
}

const text = (
  title: string,
  description: string,
  comesWith: string | null = null,
  tags: readonly string[] = [],
): PageText => ({ title, description, tags, comesWith });

export const PAGE_TEXTS: Readonly<Record<PageName, PageText>> = {
  // The house itself
  home: text("Home", "The market at a glance, and every tool one step away."),
  analyze: text("Analyse", "Every analysis tool: chains, open interest, volatility, screeners."),
  login: text("Login", "Sign in with your broker for real-time prices and trading."),
  logout: text("Logout", "Leave this account on this device."),
  profile: text("Profile", "Your account, plan, devices and preferences."),
  "account-details": text("Account details", "Who you are here, and which broker you came with."),
  support: text("Support", "How to reach us, and answers to what is asked most."),
  invoice: text("Invoices", "Invoices of your plans.", "Invoices come with payments."),
  loading: text("Loading", "One moment."),
  // Login result pages
  "kite-login-redirect": text("Signing in with Zerodha", "Back from Zerodha."),
  "kite-login-error": text("Zerodha login", "What went wrong at Zerodha."),
  "too-many-devices": text("Too many devices", "This account is signed in on too many devices."),
  "validate-ssb": text("Signing in", "Back from your broker."),
  "angel-login": text("Signing in with Angel One", "Back from Angel One."),
  "upstox-login": text("Signing in with Upstox", "Back from Upstox."),
  "icici-validate": text("Signing in with ICICI Direct", "Back from ICICI Direct."),
  "icici-login": text("Signing in with ICICI Direct", "Back from ICICI Direct."),
  "icici-instructions": text(
    "ICICI Direct: switch to SPAN margin",
    "How to switch an ICICI Direct account to SPAN margin.",
  ),
  "icici-error": text("ICICI Direct login", "What went wrong at ICICI Direct."),
  // Trading ideas
  "trade-options": text(
    "Strategy Wizard",
    "Give a target, get a trade.",
    "The strategy wizard comes with the strategy engine.",
  ),
  "trade-options-strategies": text(
    "Strategies",
    "Trades for a view of the market.",
    "The list of strategies comes with the strategy engine.",
  ),
  compare: text(
    "Compare strategies",
    "Strategies side by side.",
    "Comparing comes with the strategy engine.",
  ),
  "easy-options": text(
    "Easy Options",
    "Just guess up or down.",
    "Easy Options comes with the strategy engine.",
  ),
  "expiry-trades": text(
    "Expiry Trades",
    "Predict the expiry and get profitable option trades.",
    "Expiry Trades comes with the strategy engine.",
  ),
  builder: text(
    "Strategy Builder",
    "Build a strategy leg by leg and see its payoff.",
    "The strategy builder comes after the compute service.",
  ),
  calculator: text(
    "Option Price Calculator",
    "Price and greeks of one option.",
    "The calculator comes with the compute service.",
  ),
  // Market data
  "option-chain": text(
    "Option Chain",
    "Live option chain, greeks and open interest for NSE, BSE, MCX and currency derivatives.",
  ),
  "open-interest": text(
    "Open Interest",
    "Open interest by strike and by time.",
    "Open-interest charts come after the compute service.",
  ),
  "open-interest-old": text(
    "Open Interest (old)",
    "The older open-interest page.",
    "The older open-interest page comes with the new one.",
  ),
  "spider-open-interest": text(
    "Open Interest",
    "Open interest by strike and by time.",
    "Open-interest charts come after the compute service.",
  ),
  screener: text(
    "Options Screener",
    "Every underlying by IV, open interest, volume and PCR; as a heatmap too.",
    "The screener comes after the open-interest charts.",
  ),
  "iv-chart": text(
    "IV Chart",
    "Implied volatility over time and across strikes.",
    "The IV chart comes with the volatility history.",
  ),
  "fii-dii": text(
    "FII DII Data",
    "What institutions bought and sold.",
    "FII and DII data come with the data pages.",
  ),
  "spider-fii-dii": text(
    "FII DII Data",
    "What institutions bought and sold.",
    "FII and DII data come with the data pages.",
  ),
  "stock-data": text(
    "Stock Data",
    "Futures and options data of every stock.",
    "The stock dashboard comes with the data pages.",
  ),
  candles: text(
    "Technical Signals",
    "Candlestick patterns across the market.",
    "Technical signals come with the charts.",
  ),
  calendar: text(
    "Stock Market Calendar",
    "Economic events, results and holidays.",
    "The calendar comes with the data pages.",
  ),
  "daily-analysis": text(
    "Market Analysis",
    "The market's day, explained.",
    "Market analysis comes with the data pages.",
  ),
  "covered-call": text(
    "Covered Calls",
    "Calls to sell against what you hold.",
    "Covered calls come with the strategy engine.",
  ),
  "live-options-charts": text(
    "Live Options Charts",
    "OI, IV, PCR and IVP through the day.",
    "Live options charts come with the charts.",
  ),
  "multi-straddle": text(
    "Multi Straddle-Strangle Charts",
    "Straddles and strangles through the day.",
    "Straddle charts come with the charts.",
  ),
  chart: text("Chart", "A chart of one instrument.", "Charts come after the open-interest pages."),
  // Trading
  positions: text(
    "Positions",
    "Your positions and what they are worth.",
    "Positions come with the trading pages.",
  ),
  orders: text("Orders", "Your orders of today.", "Orders come with the trading pages."),
  basket: text("Basket order", "Several orders at once.", "Basket orders come with the trading pages."),
  watchlist: text("Watchlist", "The underlyings you follow.", "The watchlist comes with the trading pages."),
  alerts: text("Alerts", "Be told when a price is reached.", "Alerts come with the watchlist."),
  "virtual-trading": text(
    "Virtual Trading",
    "Trade without money.",
    "Virtual trading comes with the trading pages.",
  ),
  "virtual-portfolios": text(
    "Virtual Portfolios",
    "Your practice portfolios.",
    "Virtual portfolios come with virtual trading.",
  ),
  "draft-portfolios": text(
    "Draft Portfolios",
    "Strategies kept to practise with.",
    "Draft portfolios come with virtual trading.",
  ),
  "draft-portfolio": text(
    "Draft Portfolio",
    "One practice portfolio.",
    "Draft portfolios come with virtual trading.",
  ),
  "mindful-trading": text(
    "Mindful Trading",
    "Stop impulsive trading.",
    "Mindful trading comes with the trading pages.",
  ),
  // Verified P&L
  "verified-pnl": text(
    "Verified P&L",
    "Profit and loss that a broker vouches for.",
    "Verified P&L comes with the social pages.",
  ),
  "verified-following": text("Following", "Traders you follow.", "Verified P&L comes with the social pages."),
  "hall-of-fame": text(
    "Hall of Fame",
    "The best verified days.",
    "The Hall of Fame comes with the social pages.",
  ),
  "verified-user": text(
    "Verified P&L",
    "One trader's verified days.",
    "Verified P&L comes with the social pages.",
  ),
  "verified-longterm": text(
    "Long-term P&L",
    "One trader's long-term profit and loss.",
    "Verified P&L comes with the social pages.",
  ),
  "verified-live": text(
    "Live positions",
    "One trader's live positions.",
    "Verified P&L comes with the social pages.",
  ),
  "verified-screenshot": text(
    "Verified P&L",
    "One verified day.",
    "Verified P&L comes with the social pages.",
  ),
  // Plans and partners
  pricing: text("Plans", "What Lite and Pro cost."),
  sales: text("Offer", "A plan at a special price.", "Offers come with payments."),
  "broker-promo": text("Offer", "An offer of your broker.", "Offers come with payments."),
  "partner-reports": text("Partner reports", "Reports for partners.", "Partner reports come with payments."),
  "payment-success": text("Payment successful", "Back to where you were."),
  "payment-failure": text("Payment failed", "Try again, or go home."),
  "purchase-failure": text("Purchase failed", "What to do when a payment did not go through."),
  // Learning
  learn: text("Learn Options Trading", "Free video courses.", "The courses come with the education pages."),
  "learn-strategies": text(
    "Learn Options Strategies",
    "Every strategy, explained with live prices.",
    "Strategy lessons come with the education pages.",
  ),
  "learn-strategy": text(
    "Learn Options Strategies",
    "One strategy, explained with live prices.",
    "Strategy lessons come with the education pages.",
  ),
  // Other public addresses
  "twitter-redirect": text(
    "Linking your account",
    "Back from X (Twitter).",
    "Linking comes with Verified P&L.",
  ),
  verify: text("Verify", "Confirms an address.", "Verification by mail comes with notifications."),
  manifesto: text("Manifesto", "What we stand for."),
  refer: text("Refer a friend", "Bring a friend.", "Referrals come with payments."),
  campaign: text("Campaign", "What is going on.", "Campaigns come with payments."),
  "open-account": text("Open an account", "Open a trading account with a broker we support."),
  klrhm: text("Key levels", "Key levels.", "Key levels come with the admin pages."),
  "test-info-widget": text(
    "Info widget test",
    "Tries the instrument info widget.",
    "The info widget comes with the instrument pages.",
  ),
  // Widgets
  "widget-builder": text(
    "Strategy Builder",
    "The builder inside a broker's app.",
    "The builder widget comes with the builder.",
  ),
  "widget-chain": text("Option Chain", "The option chain inside a broker's app."),
  "widget-klrhm": text(
    "Key levels",
    "Key levels inside a broker's app.",
    "Key levels come with the admin pages.",
  ),
  admin: text("Admin", "For those who run the product.", "Admin pages come last."),
};

/** Whether the page is there, or only says what it will be. */
export function isBuilt(name: PageName): boolean {
  return PAGE_TEXTS[name].comesWith === null;
}
