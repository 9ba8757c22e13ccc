import { textOf } from "../../api/api-failure.ts";
import { Button } from "../../components/button/Button.tsx";
import css from "./account.module.css";
import { TEXTS } from "./texts.ts";

/** What could not be fetched, where it would have been, and another try. */
export function Problem({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  return (
    <p className={css.problem} role="alert">
      {textOf(error)}
      <Button size="small" onClick={onRetry}>
        {TEXTS.tryAgain}
      </Button>
    </p>
  );
}
