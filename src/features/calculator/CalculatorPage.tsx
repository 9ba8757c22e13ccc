import { Link2, RotateCcw } from "lucide-react";
import { useEffect, useMemo } from "react";
import { isWebView, tellApp } from "../../browser/web-view.ts";
import { Button } from "../../components/button/Button.tsx";
import { showToast } from "../../components/toast/toast.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { parseCalculatorSearch } from "./address.ts";
import css from "./Calculator.module.css";
import { Form } from "./fields/Form.tsx";
import { questionOf } from "./inputs.ts";
import { ContractPicker } from "./market/ContractPicker.tsx";
import { LiveLine } from "./market/LiveLine.tsx";
import { TEXTS as MARKET } from "./market/texts.ts";
import { Implied } from "./results/Implied.tsx";
import { PriceTable } from "./results/PriceTable.tsx";
import { Results } from "./results/Results.tsx";
import { Sketch } from "./results/Sketch.tsx";
import { TEXTS } from "./texts.ts";
import { useAnswerOf } from "./use-answer-of.ts";
import { type Calculator, useCalculator } from "./use-calculator.ts";

async function copyLink(address: string): Promise<void> {
  if (isWebView() && tellApp("copy_to_clipboard", { text: address })) return;
  try {
    await navigator.clipboard.writeText(address);
    showToast(MARKET.live.copied, { tone: "success" });
  } catch {
    showToast(MARKET.live.notCopied, { tone: "warning" });
  }
}

function Tools({ of }: { readonly of: Calculator }) {
  const { live } = MARKET;
  return (
    <div className={css.tools}>
      <Button
        disabled={of.reset === null}
        title={live.resetTitle}
        onClick={() => of.reset?.()}
        data-testid="calculator-reset"
      >
        <RotateCcw size={14} strokeWidth={1.5} aria-hidden="true" />
        {live.reset}
      </Button>
      <Button onClick={() => void copyLink(of.address())} data-testid="calculator-copy">
        <Link2 size={14} strokeWidth={1.5} aria-hidden="true" />
        {live.copy}
      </Button>
    </div>
  );
}

/** One option: what it is worth, how that moves, and what a price says of its volatility. */
export function CalculatorPage() {
  const calculator = useCalculator(useAddress(parseCalculatorSearch));
  const { inputs, symbol, quoted, set } = calculator;
  const question = useMemo(() => questionOf(inputs), [inputs]);
  const { answered, hasFailed, retry } = useAnswerOf(question);
  const option = quoted.quote?.option ?? null;
  const name = option === null ? (symbol ?? "") : option.tradingsymbol;
  useEffect(() => {
    if (name !== "") document.title = TEXTS.documentTitle(name);
  }, [name]);
  const isOld = answered !== null && answered.question !== question;
  return (
    <main className={css.page}>
      <h1 className={css.title}>{TEXTS.title}</h1>
      <div className={css.bar}>
        <ContractPicker name={name} />
        <LiveLine of={calculator} />
        <Tools of={calculator} />
      </div>
      <div className={css.work}>
        <Form of={calculator} />
        <div className={css.results}>
          <Results inputs={inputs} answered={answered} isOld={isOld} hasFailed={hasFailed} retry={retry} />
          <Implied answered={answered} premium={inputs.premium} onUse={(iv) => set({ iv })} />
        </div>
        {answered === null ? null : (
          <div className={css.elsewhere}>
            <Sketch {...answered} side={inputs.side} isOld={isOld} />
            <PriceTable answer={answered.answer} side={inputs.side} strike={inputs.strike} isOld={isOld} />
          </div>
        )}
      </div>
    </main>
  );
}
