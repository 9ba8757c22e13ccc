import { Breadth } from "./Breadth.tsx";
import css from "./Home.module.css";
import { Sessions } from "./MarketHours.tsx";
import { MarketTable } from "./MarketTable.tsx";
import { Movers } from "./Movers.tsx";
import { Recent } from "./Recent.tsx";
import { Tools } from "./Tools.tsx";
import { TrySandbox } from "./TrySandbox.tsx";
import { TEXTS } from "./texts.ts";
import { useMarket } from "./use-market.ts";

/** The market at a glance, and every tool one step away. */
export function Home() {
  const market = useMarket();
  return (
    <main className={css.page}>
      <h1 className="visually-hidden">{TEXTS.overview}</h1>
      <div className={css.top}>
        <MarketTable market={market} />
        <aside className={css.side} aria-label={TEXTS.today}>
          <TrySandbox />
          <Recent />
          <Breadth market={market} />
          <Sessions />
        </aside>
      </div>
      <section className={css.block} aria-label={TEXTS.stocksThatMove}>
        <Movers market={market} />
      </section>
      <section className={css.block}>
        <h2 className={css.heading}>{TEXTS.tools}</h2>
        <Tools />
      </section>
    </main>
  );
}
