import { useState } from "react";
import { Segments } from "../../../components/segments/Segments.tsx";
import type { ThemeChoice } from "../../../components/theme/theme-state.ts";
import { useUnderlyings } from "../../../live/use-underlyings.ts";
import { widgetAddress } from "./address.ts";
import css from "./Pages.module.css";
import { TEXTS } from "./texts.ts";

const { test: TEST } = TEXTS;

/** Tries the widget: an underlying, a theme, and the address that shows them. */
export function InfoTestPage() {
  const answer = useUnderlyings();
  const [symbol, setSymbol] = useState("NIFTY");
  const [theme, setTheme] = useState<ThemeChoice>("system");
  const symbols = answer?.ok ? answer.value.map((each) => each.symbol) : [];
  const address = widgetAddress(symbol, theme);
  return (
    <main className={css.page}>
      <h1 className={css.title}>{TEST.title}</h1>
      <p className={css.lead}>{TEST.lead}</p>
      {answer !== null && !answer.ok ? <p role="alert">{answer.message}</p> : null}
      <label className={css.field}>
        <span>{TEST.underlying}</span>
        <select
          value={symbol}
          onChange={(event) => setSymbol(event.target.value)}
          data-testid="widget-underlying"
        >
          {symbols.includes(symbol) ? null : <option value={symbol}>{symbol}</option>}
          {symbols.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <Segments name="theme" label={TEST.theme} options={TEST.themes} value={theme} onChange={setTheme} />
      <p className={css.field}>
        <span>{TEST.address}</span>
        <a href={address} target="_blank" rel="noopener" className={css.link} data-testid="widget-link">
          {address}
        </a>
      </p>
    </main>
  );
}
