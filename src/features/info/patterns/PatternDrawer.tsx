import { Button } from "../../../components/button/Button.tsx";
import { Drawer } from "../../../components/drawer/Drawer.tsx";
import { useIsSheet } from "../../../components/floating/use-is-sheet.ts";
import { AboutButton } from "../AboutButton.tsx";
import { Direction } from "./Direction.tsx";
import { PatternPicture } from "./PatternPicture.tsx";
import css from "./Patterns.module.css";
import { PATTERNS, type Pattern } from "./patterns.ts";
import { TEXTS } from "./texts.ts";

/** One pattern, or what is looked for at all. */
export type Shown = Pattern | "all";

interface Props {
  readonly shown: Shown | null;
  readonly onShow: (shown: Shown | null) => void;
}

/** What was pressed goes with what it stood in: the focus stays in the drawer. */
const focused = (content: HTMLDivElement | null): void => content?.focus({ preventScroll: true });

function About({ pattern, onAll }: { readonly pattern: Pattern; readonly onAll: () => void }) {
  return (
    <div ref={focused} tabIndex={-1} className={css.drawer} data-testid="pattern-drawer">
      <Direction isBullish={pattern.isBullish} />
      <PatternPicture pattern={pattern} />
      <p className={css.text}>{pattern.text}</p>
      <Button variant="quiet" size="small" onClick={onAll} data-testid="patterns-all">
        {TEXTS.all}
      </Button>
    </div>
  );
}

function All({ onShow }: { readonly onShow: (pattern: Pattern) => void }) {
  return (
    <div ref={focused} tabIndex={-1} className={css.drawer} data-testid="patterns-drawer">
      <p className={css.text}>{TEXTS.rules}</p>
      <ul className={css.list} aria-label={TEXTS.list}>
        {PATTERNS.map((pattern) => (
          <li key={pattern.id} className={css.row}>
            <span className={css.name}>{pattern.name}</span>
            <Direction isBullish={pattern.isBullish} />
            <AboutButton
              aria-label={TEXTS.about(pattern.name)}
              onClick={() => onShow(pattern)}
              data-testid={`pattern-${pattern.id}`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Words and a picture of a pattern, and the list of all that are looked for: right, on a phone at the foot. */
export function PatternDrawer({ shown, onShow }: Props) {
  const isSheet = useIsSheet();
  if (shown === null) return null;
  return (
    <Drawer
      title={shown === "all" ? TEXTS.list : shown.name}
      side={isSheet ? "bottom" : "right"}
      isTall={isSheet && shown === "all"}
      isOpen
      onClose={() => onShow(null)}
    >
      {shown === "all" ? <All onShow={onShow} /> : <About pattern={shown} onAll={() => onShow("all")} />}
    </Drawer>
  );
}
