import { useState } from "react";
import { openingOf } from "#domain/strategy/analyzer/opening.ts";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { useAnalyzer } from "../../../analyzer/use-analyzer.tsx";
import { textOf } from "../../../api/api-failure.ts";
import { Button } from "../../../components/button/Button.tsx";
import css from "./BuilderWidget.module.css";
import { TEXTS } from "./texts.ts";

/** Opens what is built in the frame on our own page, in a tab of its own (rule EMB-10). */
export function WayOut({ symbol }: { readonly symbol: string }) {
  const analyzer = useAnalyzer();
  const open = useOpenInBuilder();
  const [failure, setFailure] = useState<string | null>(null);
  const leave = (): void => {
    setFailure(null);
    open(analyzer.instance() ?? openingOf(symbol), { inNewTab: true, isPortal: true }).catch(
      (error: unknown) => setFailure(textOf(error)),
    );
  };
  return (
    <div className={css.out}>
      {failure === null ? null : <p role="alert">{TEXTS.notOpened(failure)}</p>}
      <Button variant="quiet" size="small" onClick={leave} data-testid="widget-out">
        {TEXTS.out}
      </Button>
    </div>
  );
}
