import { Button } from "../../components/button/Button.tsx";
import { textOf } from "../../session/api-failure.ts";
import css from "./account.module.css";

/** What could not be fetched, where it would have been, and another try. */
export function Problem({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  return (
    <p className={css.problem} role="alert">
      {textOf(error)}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
