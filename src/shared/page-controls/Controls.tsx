import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazily } from "../../components/lazily.tsx";
import css from "./Controls.module.css";
import { TEXTS } from "./texts.ts";
import { useIsNarrow } from "./use-is-narrow.ts";

const Drawer = lazily(() => import("../../components/drawer/Drawer.tsx").then((m) => m.Drawer));

interface Props {
  /** what is chosen, in a few words: it stands on the button that opens the sheet */
  readonly said: string;
  readonly children: ReactNode;
}

/** What is shown: in a line over the chart, on a small screen in a sheet. */
export function Controls({ said, children }: Props) {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) {
    return (
      <div className={css.line} role="group" aria-label={TEXTS.name}>
        {children}
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-label={TEXTS.open(said)}
        onClick={() => setOpen(true)}
        data-testid="oi-controls"
      >
        <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={css.said}>{said}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Drawer title={TEXTS.name} side="bottom" isTall isOpen onClose={() => setOpen(false)}>
            <div className={css.sheet}>{children}</div>
          </Drawer>
        </Suspense>
      ) : null}
    </>
  );
}
