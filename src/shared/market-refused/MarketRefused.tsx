import { buttonClass } from "../../components/button/Button.tsx";
import css from "./MarketRefused.module.css";
import { useMarketRefusal } from "./use-market-refusal.ts";

/** In place of prices that this server may not pass on: why there are none, and what opens them. */
export function MarketRefused() {
  const { message, login } = useMarketRefusal();
  return (
    <div className={css.panel} data-testid="market-refused">
      <h2>No market data for you here</h2>
      <p>{message}</p>
      {login ? (
        <a className={buttonClass("primary")} href={login.href}>
          Log in with {login.broker}
        </a>
      ) : null}
      <p className={css.operator}>
        If you run this server and hold the right to pass the data on, start it with{" "}
        <code>FEED_REDISTRIBUTION=declared</code>.
      </p>
    </div>
  );
}
