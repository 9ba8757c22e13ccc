import { useMarketRefusal } from "../../../shared/market-refused/use-market-refusal.ts";
import css from "../BannerSlot.module.css";
import { TEXTS } from "./texts.ts";

/** On every page while the market itself is refused: no page has prices then. */
export function RefusedBanner() {
  const { login } = useMarketRefusal();
  return (
    <p className={css.banner} data-tone="warn">
      {TEXTS.refused}
      {login ? (
        <a className={css.action} href={login.href}>
          {TEXTS.login(login.broker)}
        </a>
      ) : null}
    </p>
  );
}
