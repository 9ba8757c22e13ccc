import { buttonClass } from "../../components/button/Button.tsx";
import { Rich } from "../texts/texts.tsx";
import css from "./MarketRefused.module.css";
import { TEXTS } from "./texts.ts";
import { useMarketRefusal } from "./use-market-refusal.ts";

/** How whoever runs the server says that they hold the right. */
const DECLARATION = "FEED_REDISTRIBUTION=declared";

/** In place of prices that this server may not pass on: why there are none, and what opens them. */
export function MarketRefused() {
  const { message, login } = useMarketRefusal();
  return (
    <div className={css.panel} data-testid="market-refused">
      <h2>{TEXTS.title}</h2>
      <p>{message}</p>
      {login ? (
        <a className={buttonClass("primary")} href={login.href}>
          {TEXTS.logIn(login.broker)}
        </a>
      ) : null}
      <p className={css.operator}>
        <Rich of={TEXTS.operator} parts={{ setting: <code>{DECLARATION}</code> }} />
      </p>
    </div>
  );
}
