import { Button } from "../../components/button/Button.tsx";
import css from "./FootNotice.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly text: string;
  readonly onAgain: () => void;
  /** Undefined where the page as it is has all that counts. */
  readonly onReload?: () => void;
  /** Undefined where it goes away by itself, once what it says is over. */
  readonly onHide?: () => void;
}

/** At the chain's foot: what could not be done, and the ways on (rule CHAIN-35). */
export function FootNotice({ text, onAgain, onReload, onHide }: Props) {
  return (
    <div className={css.notice} role="alert" data-testid="foot-notice">
      <p>{text}</p>
      <Button size="small" onClick={onAgain}>
        {TEXTS.missing.again}
      </Button>
      {onReload === undefined ? null : (
        <Button size="small" variant="quiet" onClick={onReload}>
          {TEXTS.missing.reload}
        </Button>
      )}
      {onHide === undefined ? null : (
        <Button size="small" variant="quiet" onClick={onHide}>
          {TEXTS.missing.hide}
        </Button>
      )}
    </div>
  );
}
