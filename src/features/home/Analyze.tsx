import { ANALYSE } from "#domain/access/navigation.ts";
import css from "./Home.module.css";
import { Movers } from "./Movers.tsx";
import { Tools } from "./Tools.tsx";
import { TEXTS } from "./texts.ts";
import { useMarket } from "./use-market.ts";

/** Where to look first: what moves, and every analysis tool. */
export function Analyze() {
  const market = useMarket();
  return (
    <main className={css.page}>
      <h1 className={css.lead}>{TEXTS.analyze.title}</h1>
      <Movers market={market} />
      <section className={css.block}>
        <h2 className={css.heading}>{TEXTS.analyze.tools}</h2>
        <Tools groups={ANALYSE} />
      </section>
    </main>
  );
}
