import { Suspense, useEffect, useMemo } from "react";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { whenSeen } from "../../../browser/when-idle.ts";
import { lazily } from "../../../components/lazily.tsx";
import { AllLegs } from "./AllLegs.tsx";
import css from "./Legs.module.css";
import { TEXTS } from "./texts.ts";

const loadList = () => import("./LegList.tsx");
const LegList = lazily(() => loadList().then((m) => m.LegList));

/** The trades of the strategy, and what is done to all of them. */
export function Legs() {
  const all = useAnalyzerFact(({ instance }) => instance?.legs);
  const legs = useMemo(() => (all ?? []).filter(({ kind }) => kind === "trade"), [all]);
  // A page without legs does without their fields, until there is nothing better to do.
  useEffect(
    () =>
      void whenSeen()
        .then(loadList)
        .catch(() => {}),
    [],
  );
  return (
    <section className={css.legs} aria-label={TEXTS.name}>
      <AllLegs legs={legs.length} counted={legs.filter(({ isSelected }) => isSelected).length} />
      {legs.length === 0 ? (
        <div className={css.empty} data-testid="no-legs">
          <p className={css.emptyTitle}>{TEXTS.empty.title}</p>
          <p>{TEXTS.empty.next}</p>
        </div>
      ) : (
        <Suspense fallback={<div className={css.empty} />}>
          <LegList legs={legs} />
        </Suspense>
      )}
    </section>
  );
}
