import { useState } from "react";
import type { Source } from "#workers/validation/api.ts";
import { Button } from "../../components/button/Button.tsx";
import type { ValidationClient } from "../../live/validation-client.ts";
import css from "./numbers.module.css";
import { TEXTS } from "./texts.ts";

/** Long enough for the browser to have begun. */
const KEPT_MS = 60_000;

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Every row of all tables, to take home. */
export function Downloads({ client, from }: { readonly client: ValidationClient; readonly from: Source }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <p className={css.downloads}>
      {hasFailed ? TEXTS.failed : TEXTS.download}{" "}
      {(["csv", "json"] as const).map((format) => (
        <Button
          key={format}
          size="small"
          onClick={() => {
            setFailed(false);
            client
              .download(from, format)
              .then((blob) => save(blob, TEXTS.fileName(from, format)))
              .catch(() => setFailed(true));
          }}
        >
          {TEXTS.formats[format]}
        </Button>
      ))}
    </p>
  );
}
