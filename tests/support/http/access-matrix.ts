/**
 * The access matrix of rule ACC-12, written down a second time and not taken from the code: columns Google,
 * Zerodha, ICICI, Upstox, Angel, visitor.
 */
const TEXT = `
option_chain            | pro free pro pro pro pro
oi_graphs               | pro free pro pro pro pro
multistrike_oi          | pro free pro pro pro pro
builder                 | pro free pro pro pro pro
learn_strategies        | pro free pro pro pro pro
iv_chart                | pro free pro pro pro free
strategy_engine         | lite free lite lite pro lite
easy_options            | lite free lite lite pro lite
compare                 | lite free lite lite pro disabled
screener                | lite free lite lite pro free
positions               | lite free lite lite pro disabled
virtual_trading         | lite free lite lite pro disabled
draft_portfolios        | free free pro pro pro disabled
draft_portfolio_detail  | free free pro pro pro disabled
intraday_charts         | pro free pro pro pro free
multi_straddle          | pro free pro pro pro free
candlesticks            | pro free pro pro pro free
covered_calls           | hidden free hidden free hidden hidden
mindful_trading         | hidden free hidden hidden hidden disabled
orders                  | free free free free free disabled
invoice                 | free free free free free disabled
alerts                  | free free free free free disabled
watchlist               | free free free free free disabled
logout                  | free free free free free disabled
admin                   | free free free free free disabled
basket                  | free free free free free disabled
calculator              | free free free free free free
calendar                | free free free free free free
education               | free free free free free free
fii_dii                 | free free free free free free
home                    | free free free free free free
manifesto               | free free free free free free
support                 | free free free free free free
verified_pnl            | free free free free free free
chart                   | free free free free free free
expiry_trades           | free free free free free free
`;

/** Broker ids (rule ACC-17), in the order of the columns. */
const COLUMNS = [5, 1, 4, 3, 2, 0] as const;
const ANONYMOUS = 0;

/** Ranks of rule ACC-11. */
const RANKS: Readonly<Record<string, number>> = {
  no_plan: 0,
  free: 0,
  lite: 1,
  pro: 2,
  trial: 2,
  mini_trial: 2,
  disabled: 10,
  hidden: 11,
};
export const PLANS = ["no_plan", "free", "trial", "mini_trial", "lite", "pro"] as const;

export interface Cell {
  readonly feature: string;
  readonly broker: number;
  readonly plan: (typeof PLANS)[number];
  readonly required: string;
  readonly isAllowed: boolean;
  /** status and code that the server answers with */
  readonly answer: readonly [status: number, code: string | null];
}

function answerOf(required: string, broker: number, isAllowed: boolean): Cell["answer"] {
  if (isAllowed) return [200, null];
  if (broker === ANONYMOUS) return [401, "auth.required"];
  const isOff = required === "disabled" || required === "hidden";
  return [403, isOff ? "access.denied" : "access.upgrade_needed"];
}

/** Every cell: features × brokers × plans. An anonymous visitor holds no plan over HTTP; the rule itself knows all. */
export const CELLS: readonly Cell[] = TEXT.trim()
  .split("\n")
  .flatMap((line) => {
    const [feature = "", levels = ""] = line.split("|").map((part) => part.trim());
    return levels.split(" ").flatMap((required, column) =>
      PLANS.map((plan): Cell => {
        const broker = COLUMNS[column]!;
        const isAllowed = RANKS[plan]! >= RANKS[required]!;
        return { feature, broker, plan, required, isAllowed, answer: answerOf(required, broker, isAllowed) };
      }),
    );
  });
