import { Suspense } from "react";
import { formatFixed } from "#domain/format/number.ts";
import { optional } from "../../../components/optional.ts";
import { useDelay } from "../../../shared/delay/use-delay.ts";
import { TEXTS as RESULTS } from "../results/texts.ts";
import type { Calculator } from "../use-calculator.ts";
import css from "./LiveLine.module.css";
import type { OptionQuote } from "./quote.ts";
import { TEXTS } from "./texts.ts";

const { live: texts } = TEXTS;

const DelayBadge = optional(() => import("../../../shared/delay/DelayBadge.tsx").then((m) => m.DelayBadge));

/** What these figures are, when they are not those of this moment. */
function Tags({ quote }: { readonly quote: OptionQuote }) {
  const isLate = useDelay();
  return (
    <>
      {isLate ? (
        <Suspense fallback={null}>
          <DelayBadge />
        </Suspense>
      ) : null}
      {quote.state === "stale" || quote.state === "offline" ? (
        <span className={css.tag}>{texts.stale}</span>
      ) : null}
      {quote.state === "closed" ? <span className={css.tag}>{texts.closed}</span> : null}
      {quote.isSimulated ? <span className={css.tag}>{texts.simulated}</span> : null}
    </>
  );
}

function Figures({ quote }: { readonly quote: OptionQuote }) {
  const { option, spot, forward, iv, ltp } = quote;
  const side = option.type === "PE" ? "PE" : "CE";
  const decimals = option.strike < 200 ? 4 : 2;
  const figures = [
    [`${RESULTS.result.sides[side]} ${texts.ltp}`, formatFixed(ltp[side], decimals)],
    [texts.iv, formatFixed(iv, 1)],
    [texts.forward, formatFixed(forward, decimals)],
    ...(Number.isNaN(spot) ? [] : [[texts.spot, formatFixed(spot, decimals)]]),
  ] as const;
  return (
    <dl className={css.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function saidOf({ symbol, quoted: { phase, message } }: Calculator): string | null {
  if (symbol === null) return null;
  switch (phase) {
    case "finding":
      return texts.finding;
    case "waiting":
      return texts.waiting;
    case "unlisted":
      return texts.unlisted(symbol);
    case "ready":
      return null;
    default:
      return texts.failed(message ?? "");
  }
}

/** The contract's market beside the form: what it is now, whatever is typed. */
export function LiveLine({ of }: { readonly of: Calculator }) {
  const { quote } = of.quoted;
  const said = saidOf(of);
  const isUnpriced = quote !== null && of.reset === null;
  return (
    <section className={css.line} aria-label={texts.name} data-testid="calculator-live">
      {quote === null ? null : <Figures quote={quote} />}
      {said === null ? null : (
        <p className={css.said} role="status">
          {said}
        </p>
      )}
      {isUnpriced ? <p className={css.said}>{texts.none}</p> : null}
      {quote === null ? null : <Tags quote={quote} />}
    </section>
  );
}
