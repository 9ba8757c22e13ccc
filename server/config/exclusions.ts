import { type Exclusions, parseAccountName } from "#domain/access/exclusions.ts";
import { type Env, invalid, read } from "./env.ts";

const list = (text: string | null): string[] => text?.split(",").map((part) => part.trim()) ?? [];

/** Accounts and underlyings that the analyzer leaves out. @throws AppError config.invalid */
export function parseExclusions(env: Env): Exclusions {
  const named = read(env, "EXCLUDED_ACCOUNTS");
  const accounts = list(named).map((text) => {
    const name = parseAccountName(text);
    if (name === null)
      throw invalid(
        "EXCLUDED_ACCOUNTS",
        named ?? "",
        "write accounts such as zerodha:AB1234, separated by commas",
      );
    return name;
  });
  const symbols = read(env, "EXCLUDED_CHART_UNDERLYINGS");
  const chartUnderlyings = list(symbols).map((symbol) => symbol.toUpperCase());
  if (chartUnderlyings.some((symbol) => !/^[A-Z0-9&-]{1,32}$/.test(symbol))) {
    const fix = "use symbols separated by commas such as NIFTY,RELIANCE";
    throw invalid("EXCLUDED_CHART_UNDERLYINGS", symbols ?? "", fix);
  }
  return { accounts: new Set(accounts), chartUnderlyings: [...new Set(chartUnderlyings)] };
}
