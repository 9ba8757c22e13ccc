import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button/Button.tsx";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import css from "../extras/Extras.module.css";
import type { SetChart } from "../use-chart-address.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly symbol: string;
  /** "" while one is chosen */
  readonly vs: string;
  /** "24 Nov 09:15": both begin there; null where nothing is compared yet */
  readonly since: string | null;
  /** why nothing is compared; null where something is */
  readonly said: string | null;
  readonly set: SetChart;
}

/** With which symbol the chart's own is compared, and the way out of it (rule CHART-13). */
export function CompareBar({ symbol, vs, since, said, set }: Props) {
  const [typed, setTyped] = useState("");
  const [isChosenHere, setChosenHere] = useState(false);
  /** What the keys were in when it came: they go back there when it goes. */
  const [before] = useState(() => document.activeElement);
  const remove = (): void => {
    set({ vs: null }, "replace");
    setTimeout(() => before instanceof HTMLElement && before.focus());
  };
  if (vs === "") {
    return (
      <form
        className={css.group}
        onSubmit={(event) => {
          event.preventDefault();
          const name = typed.trim().toUpperCase();
          if (name === "") return;
          setChosenHere(true);
          set({ vs: name }, "replace");
        }}
      >
        <label className={toolCss.field}>
          {TEXTS.label}
          <input
            // biome-ignore lint/a11y/noAutofocus: the press that has opened it was to type here
            autoFocus
            value={typed}
            maxLength={40}
            placeholder={TEXTS.hint}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => {
              if (key === "Escape") remove();
            }}
            data-testid="chart-compare-symbol"
          />
        </label>
        <Button type="submit" size="small">
          {TEXTS.go}
        </Button>
      </form>
    );
  }
  return (
    <div className={css.group} data-testid="chart-compared">
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the field that it takes the place of had the keys
        autoFocus={isChosenHere}
        className={toolCss.tool}
        aria-label={TEXTS.remove(vs)}
        title={TEXTS.remove(vs)}
        onClick={remove}
      >
        {vs}
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <p className={css.said} role="status">
        {since === null ? said : `${TEXTS.since(symbol, vs, since)}. ${TEXTS.leftOut}`}
      </p>
    </div>
  );
}
