import { type DragEvent, useRef, useState } from "react";
import { formatFixed } from "#domain/format/number.ts";
import type { FileOutcome, FileReport } from "#workers/validation/api.ts";
import { Button } from "../../components/button/Button.tsx";
import type { ValidationClient } from "../../live/validation-client.ts";
import { CheckedTable } from "./CheckedTable.tsx";
import { Downloads } from "./Downloads.tsx";
import css from "./ExchangeFile.module.css";
import { TEXTS } from "./texts.ts";

type State =
  | { readonly is: "waiting" }
  | { readonly is: "reading"; readonly name: string }
  | { readonly is: "told"; readonly outcome: FileOutcome }
  | { readonly is: "broken" };

interface Props {
  /** null while the worker starts, or where it could not */
  readonly client: ValidationClient | null;
  readonly onlyWrong: boolean;
}

function Report({
  client,
  report,
  onlyWrong,
}: {
  client: ValidationClient;
  report: FileReport;
  onlyWrong: boolean;
}) {
  const { kind, date, spot, isSpotFound, tables } = report;
  const price = spot === null ? null : formatFixed(spot, 2);
  const shown = tables.filter(({ wrong }) => !onlyWrong || wrong > 0);
  return (
    <section data-testid="file-report" aria-label={report.name}>
      <p className={css.of}>
        <strong>{TEXTS.of(TEXTS.kindNames[kind], date)}</strong>{" "}
        {price === null ? null : isSpotFound ? TEXTS.spotFound(price) : TEXTS.spot(price)}
      </p>
      {shown.length === 0 ? <p>{TEXTS.noneWrong}</p> : null}
      {shown.map((table) => {
        const texts = TEXTS.tables[table.id as keyof typeof TEXTS.tables];
        return (
          <CheckedTable
            key={table.id}
            client={client}
            from="file"
            table={table}
            title={texts.title}
            what={texts.what}
            onlyWrong={onlyWrong}
          />
        );
      })}
      <Downloads client={client} from="file" />
    </section>
  );
}

function Refusal({ error }: { readonly error: Extract<FileOutcome, { ok: false }>["error"] }) {
  return (
    <div className={css.refusal} role="alert" data-testid="file-refused">
      <strong>{TEXTS.fileFailed}</strong>
      <ul>
        {error.message.split("\n").map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <small>{TEXTS.code(error.code)}</small>
    </div>
  );
}

/** A visitor's own file of an exchange, recomputed by the worker: it stays in the tab. */
export function ExchangeFile({ client, onlyWrong }: Props) {
  const [state, setState] = useState<State>({ is: "waiting" });
  const [day, setDay] = useState("");
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);

  function take(file: File | undefined): void {
    if (file === undefined || client === null) return;
    latest.current = file;
    setState({ is: "reading", name: file.name });
    client
      .file(file, day === "" ? null : day)
      .then((outcome) => {
        if (latest.current === file) setState({ is: "told", outcome });
      })
      .catch(() => {
        if (latest.current === file) setState({ is: "broken" });
      });
  }

  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <>
      <p>{TEXTS.fileLead}</p>
      <ul className={css.kinds}>
        {TEXTS.kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a pointer */}
      <div
        className={css.drop}
        data-over={isOver || undefined}
        data-testid="file-drop"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <span className={css.dropText}>{TEXTS.drop}</span>
        <Button disabled={client === null} onClick={() => input.current?.click()}>
          {TEXTS.choose}
        </Button>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={TEXTS.choose}
          accept=".csv,.gz,.zip,.json"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // The same file again, corrected, is a change too.
            currentTarget.value = "";
          }}
        />
        <label className={css.day}>
          {TEXTS.day}
          <input type="date" value={day} onChange={({ currentTarget }) => setDay(currentTarget.value)} />
        </label>
      </div>
      <div aria-live="polite">
        {state.is === "reading" ? <p>{TEXTS.reading(state.name)}</p> : null}
        {state.is === "broken" ? <p role="alert">{TEXTS.fileBroken}</p> : null}
        {state.is === "told" && !state.outcome.ok ? <Refusal error={state.outcome.error} /> : null}
      </div>
      {state.is === "told" && state.outcome.ok && client !== null ? (
        <Report client={client} report={state.outcome.report} onlyWrong={onlyWrong} />
      ) : null}
    </>
  );
}
