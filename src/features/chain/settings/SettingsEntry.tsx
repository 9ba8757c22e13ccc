import { Settings2 } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { isBuiltIn } from "#domain/chain/settings.ts";
import { lazily } from "../../../components/lazily.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import css from "../tools/ChainTools.module.css";
import { shownSettings } from "./page-settings.ts";
import { TEXTS } from "./texts.ts";

const loadPanel = () => import("./SettingsPanel.tsx");
const SettingsPanel = lazily(() => loadPanel().then((m) => m.SettingsPanel));

interface Props {
  /** id of the view on screen */
  readonly view: string;
  /** the one that the address names */
  readonly asked: string | undefined;
  readonly onView: (view: string) => void;
}

/** The way to columns, views and how figures are written. */
export function SettingsEntry({ view, asked, onView }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { settings, isSettled } = useSnapshot(shownSettings);

  // A link may name a view that is its sender's own. The address then says what is on screen.
  const isForeign =
    isSettled &&
    asked !== undefined &&
    asked !== view &&
    !isBuiltIn(asked) &&
    !settings.views.some(({ id }) => id === asked);
  useEffect(() => {
    if (!isForeign) return;
    showToast(TEXTS.foreignView);
    onView(view);
  }, [isForeign, onView, view]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.trigger}
        aria-label={TEXTS.open}
        title={TEXTS.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => setOpen(!isOpen)}
        data-testid="chain-settings"
      >
        <Settings2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SettingsPanel trigger={button} view={view} onView={onView} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
