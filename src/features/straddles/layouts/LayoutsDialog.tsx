import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { TEXTS } from "../texts.ts";
import css from "./Layouts.module.css";
import { hasRoom, type Layout, MOST_LAYOUTS, nameOf, withLayout } from "./layout-list.ts";
import { useLayouts } from "./use-layouts.ts";

const { layouts: texts } = TEXTS;

interface Props {
  /** what is on screen, as an address has it */
  readonly query: string;
  onOpen(layout: Layout): void;
  onClose(): void;
}

/** Saves what is on screen under a name, and opens or deletes what was saved. */
export function LayoutsDialog({ query, onOpen, onClose }: Props) {
  const { layouts, isOfAccount, keep } = useLayouts();
  const [typed, setTyped] = useState("");
  const [amiss, setAmiss] = useState<string | null>(null);
  const name = nameOf(typed);
  async function change(next: readonly Layout[]): Promise<void> {
    if (next.length > MOST_LAYOUTS) return setAmiss(texts.most(MOST_LAYOUTS));
    if (!hasRoom(next)) return setAmiss(texts.large);
    setAmiss(null);
    try {
      await keep(next);
      setTyped("");
    } catch {
      setAmiss(texts.failed);
    }
  }
  return (
    <Dialog title={texts.title} isOpen onClose={onClose} size="auto">
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== "") void change(withLayout(layouts, { name, query }));
        }}
      >
        <label>
          {texts.name}
          <input
            value={typed}
            maxLength={40}
            onChange={({ target }) => setTyped(target.value)}
            data-testid="straddle-layout-name"
          />
        </label>
        <Button type="submit" variant="primary" disabled={name === ""}>
          {texts.save}
        </Button>
      </form>
      {amiss === null ? null : (
        <p className={css.amiss} role="alert">
          {amiss}
        </p>
      )}
      <ul className={css.list} aria-label={texts.title}>
        {layouts.map((layout) => (
          <li key={layout.name}>
            <button
              type="button"
              className={css.open}
              aria-label={texts.open(layout.name)}
              onClick={() => onOpen(layout)}
            >
              {layout.name}
            </button>
            <Button
              variant="quiet"
              size="small"
              aria-label={texts.remove(layout.name)}
              onClick={() => void change(layouts.filter((each) => each !== layout))}
            >
              <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        {layouts.length === 0 ? `${texts.none} ` : ""}
        {isOfAccount ? texts.account : texts.device}
      </p>
    </Dialog>
  );
}
