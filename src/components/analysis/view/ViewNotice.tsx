import { Button } from "../../button/Button.tsx";
import { TEXTS } from "../texts.ts";
import type { ViewStatus } from "../types.ts";
import css from "./ViewNotice.module.css";

interface Props {
  readonly status: ViewStatus;
  /** What it stands in for. */
  readonly shape: "plot" | "table";
  /** Of an error without words of its own. */
  readonly failed?: string;
}

/** Over the room of figures that are not there: why, and what to do. A plot's room is filled, a table's is a row. */
export function ViewNotice({ status, shape, failed = TEXTS.failed }: Props) {
  if (status.kind === "ready") return null;
  if (status.kind === "loading") {
    return (
      <div className={shape === "plot" ? css.notice : undefined} data-shape={shape} role="status">
        <span className="visually-hidden">{TEXTS.loading}</span>
        {shape === "plot" ? <span className={css.bones} aria-hidden="true" /> : null}
      </div>
    );
  }
  return (
    <div
      className={css.notice}
      data-shape={shape}
      data-kind={status.kind}
      role={status.kind === "error" ? "alert" : undefined}
    >
      <p className={css.text}>{status.kind === "error" ? (status.text ?? failed) : status.text}</p>
      {status.kind === "error" && status.onRetry !== undefined ? (
        <Button size="small" onClick={status.onRetry}>
          {TEXTS.retry}
        </Button>
      ) : null}
    </div>
  );
}
