import { useState } from "react";
import type { Source } from "#workers/validation/api.ts";
import { saveFile } from "../../browser/save-file.ts";
import { Button } from "../../components/button/Button.tsx";
import type { ValidationClient } from "../../live/validation-client.ts";
import css from "./numbers.module.css";
import { TEXTS } from "./texts.ts";

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
              .then((blob) => saveFile(blob, TEXTS.fileName(from, format)))
              .catch(() => setFailed(true));
          }}
        >
          {TEXTS.formats[format]}
        </Button>
      ))}
    </p>
  );
}
