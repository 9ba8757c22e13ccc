import { useState } from "react";
import { pageText } from "#domain/access/page-texts.ts";
import { Drawer } from "../../../components/drawer/Drawer.tsx";
import { useIsSheet } from "../../../components/floating/use-is-sheet.ts";
import { AboutButton } from "../AboutButton.tsx";
import { useInfo } from "../info-view.ts";
import { PatternPicture } from "./PatternPicture.tsx";
import css from "./Patterns.module.css";
import { PATTERNS, type Pattern } from "./patterns.ts";
import { TEXTS } from "./texts.ts";

function Direction({ isBullish }: Pattern) {
  const tone = isBullish ? "up" : "down";
  return (
    <span className={css.direction} data-tone={tone}>
      <span aria-hidden="true">{isBullish ? "▲" : "▼"} </span>
      {isBullish ? TEXTS.bullish : TEXTS.bearish}
    </span>
  );
}

/** Candles are not kept yet: that is said, and what will be looked for in them; no pattern is made up (rule INFO-11). */
export function PatternsTab() {
  const { underlying } = useInfo();
  const isSheet = useIsSheet();
  const [drawerPattern, setDrawerPattern] = useState<Pattern | null>(null);
  return (
    <>
      <h4 className={css.title}>{TEXTS.none}</h4>
      <p className={css.text} data-testid="no-candles">
        {TEXTS.noneText(underlying.symbol)} {TEXTS.until(pageText("candles").soon?.comesWith ?? "")}
      </p>
      <ul className={css.list} aria-label={TEXTS.list}>
        {PATTERNS.map((pattern) => (
          <li key={pattern.id} className={css.row}>
            <span className={css.name}>{pattern.name}</span>
            <Direction {...pattern} />
            <AboutButton
              aria-label={TEXTS.about(pattern.name)}
              aria-haspopup="dialog"
              onClick={() => setDrawerPattern(pattern)}
              data-testid={`pattern-${pattern.id}`}
            />
          </li>
        ))}
      </ul>
      {drawerPattern === null ? null : (
        <Drawer
          title={drawerPattern.name}
          side={isSheet ? "bottom" : "right"}
          isOpen
          onClose={() => setDrawerPattern(null)}
        >
          <div className={css.drawer} data-testid="pattern-drawer">
            <Direction {...drawerPattern} />
            <PatternPicture pattern={drawerPattern} />
            <p className={css.text}>{drawerPattern.text}</p>
          </div>
        </Drawer>
      )}
    </>
  );
}
