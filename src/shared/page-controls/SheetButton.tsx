import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazily } from "../../components/lazily.tsx";
import css from "./SheetButton.module.css";

const Drawer = lazily(() => import("../../components/drawer/Drawer.tsx").then((m) => m.Drawer));

interface Props {
  /** what stands on it */
  readonly said: string;
  /** what assistive technology calls it; by default as it is said */
  readonly label?: string;
  /** of the sheet */
  readonly title: string;
  readonly testId: string;
  readonly children: ReactNode;
}

/** Opens what a small screen has no room for: in a sheet from its foot. */
export function SheetButton({ said, label, title, testId, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
        data-testid={testId}
      >
        <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={css.said}>{said}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Drawer title={title} side="bottom" isTall isOpen onClose={() => setOpen(false)}>
            <div className={css.sheet}>{children}</div>
          </Drawer>
        </Suspense>
      ) : null}
    </>
  );
}
