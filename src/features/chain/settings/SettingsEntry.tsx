import { Settings2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { isBuiltIn } from "#domain/chain/settings.ts";
import { loadPart } from "../../../components/load-part.ts";
import { showToast } from "../../../components/toast/toast.ts";
import css from "../tools/ChainTools.module.css";
import { shownSettings } from "./page-settings.ts";
import { TEXTS } from "./texts.ts";

const loadPanel = () => import("./SettingsPanel.tsx");
/** A press tells where this fails. */
const prepare = (): void => void loadPanel().catch(() => {});
type Panel = Awaited<ReturnType<typeof loadPanel>>["SettingsPanel"];

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
  const [Panel, setPanel] = useState<Panel | null>(null);
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

  const open = (): void => {
    setOpen(true);
    if (Panel !== null) return;
    void loadPart(loadPanel).then(
      (loaded) => setPanel(() => loaded.SettingsPanel),
      () => {
        setOpen(false);
        showToast(TEXTS.missing, { tone: "warning" });
      },
    );
  };

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
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => (isOpen ? setOpen(false) : open())}
        data-testid="chain-settings"
      >
        <Settings2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {isOpen && Panel !== null ? (
        <Panel trigger={button} view={view} onView={onView} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
