import { TEXTS } from "../../shared/market-refused/texts.ts";
import { useMarketRefusal } from "../../shared/market-refused/use-market-refusal.ts";
import css from "./BannerSlot.module.css";

/** On every page while the market itself is refused: no page has prices then. */
export function RefusedBanner() {
  const { login } = useMarketRefusal();
  return (
    <p className={css.banner} data-tone="warn">
      {TEXTS.message}
      {login ? (
        <a className={css.action} href={login.href}>
          {TEXTS.logIn(login.broker)}
        </a>
      ) : null}
    </p>
  );
}
