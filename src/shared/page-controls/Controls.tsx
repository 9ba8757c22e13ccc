import type { ReactNode } from "react";
import css from "./Controls.module.css";
import { SheetButton } from "./SheetButton.tsx";
import { TEXTS } from "./texts.ts";
import { useIsNarrow } from "./use-is-narrow.ts";

interface Props {
  /** what is chosen, in a few words: it stands on the button that opens the sheet */
  readonly said: string;
  readonly children: ReactNode;
}

/** What is shown: in a line over the chart, on a small screen in a sheet. */
export function Controls({ said, children }: Props) {
  const isNarrow = useIsNarrow();
  if (isNarrow) {
    return (
      <SheetButton said={said} label={TEXTS.open(said)} title={TEXTS.name} testId="oi-controls">
        {children}
      </SheetButton>
    );
  }
  return (
    <div className={css.line} role="group" aria-label={TEXTS.name}>
      {children}
    </div>
  );
}
