import { Clock } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { lazily } from "../../components/lazily.tsx";
import css from "./DelayBadge.module.css";
import { TEXTS } from "./texts.ts";

const loadDetails = () => import("./DelayDetails.tsx");
const DelayDetails = lazily(() => loadDetails().then((m) => m.DelayDetails));

/** Says that figures are late where they are; pressed, it says why, and how to get them in real time. */
export function DelayBadge() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.badge}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={TEXTS.badgeTitle}
        data-testid="delay-badge"
        onPointerEnter={() => void loadDetails()}
        onClick={() => setOpen(!isOpen)}
      >
        <Clock size={12} strokeWidth={2} aria-hidden="true" />
        {TEXTS.badge}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <DelayDetails trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
