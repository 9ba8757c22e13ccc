import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatFixed } from "#domain/format/number.ts";
import { Button } from "../../components/button/Button.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
import { CheckedTable } from "./CheckedTable.tsx";
import { Downloads } from "./Downloads.tsx";
import { ExchangeFile } from "./ExchangeFile.tsx";
import { Makings } from "./making/Makings.tsx";
import css from "./numbers.module.css";
import { readSearch } from "./search-params.ts";
import { TEXTS } from "./texts.ts";
import { useVectors, type Vectors } from "./use-vectors.ts";

const PARTS = ["checks", "file", "making"] as const;

interface StandingProps {
  readonly vectors: Vectors;
  readonly again: () => void;
}

/** What has come out so far, in one sentence. */
function Standing({ vectors, again }: StandingProps) {
  const { phase, names, tables, missing, kernel, tookMs } = vectors;
  const count = tables.reduce((sum, table) => sum + table.count, 0);
  const wrong = tables.reduce((sum, table) => sum + table.wrong, 0);
  const isRight = wrong === 0 && missing.length === 0;
  const tone = phase === "failed" || !isRight ? "wrong" : phase === "done" ? "right" : undefined;
  const isSaid = phase === "done" && tables.length > 0;
  return (
    <div className={css.standing} role="status" data-testid="numbers-standing" data-tone={tone}>
      <strong>
        {phase === "starting" ? TEXTS.starting : null}
        {phase === "failed" ? TEXTS.failed : null}
        {phase === "running" ? TEXTS.running(tables.length, names.length) : null}
        {isSaid ? (wrong === 0 ? TEXTS.allRight(count, tables.length) : TEXTS.someWrong(wrong, count)) : null}
      </strong>{" "}
      {missing.length === 0 ? null : TEXTS.missing(missing.map((name) => TEXTS.vectors[name]).join(", "))}{" "}
      {phase === "failed" || (phase === "done" && missing.length > 0) ? (
        <Button size="small" onClick={again}>
          {TEXTS.again}
        </Button>
      ) : null}
      {tookMs === null || kernel === null ? null : (
        <span className={css.how} data-kernel={kernel}>
          {TEXTS.took(formatFixed(tookMs / 1_000, 1))} {TEXTS.kernel[kernel]}
        </span>
      )}
    </div>
  );
}

/** Every rule with its formula, and every figure of ours recomputed here, in the visitor's browser. */
export function NumbersPage() {
  const { onlyWrong } = useAddress(readSearch);
  const router = useRouter();
  const [vectors, again] = useVectors();
  const { client, tables, phase } = vectors;
  const shown = tables.filter(({ wrong }) => !onlyWrong || wrong > 0);
  // An address that names a part of the page: it was not there yet when the browser looked.
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <main className={css.page}>
      <h1 className={css.title}>{TEXTS.title}</h1>
      <p className={css.lead}>{TEXTS.lead}</p>
      <nav className={css.contents} aria-label={TEXTS.contents}>
        {PARTS.map((part) => (
          <a key={part} href={`#${part}`}>
            {TEXTS.parts[part]}
          </a>
        ))}
      </nav>

      <section id="checks" className={css.part}>
        <h2>{TEXTS.parts.checks}</h2>
        <Standing vectors={vectors} again={again} />
        <div className={css.tools}>
          <label className={css.filter}>
            <input
              type="checkbox"
              checked={onlyWrong}
              onChange={({ currentTarget }) => {
                const { pathname } = router.history.location;
                const href = currentTarget.checked ? `${pathname}?show=failures` : pathname;
                void router.navigate({ href, replace: true, resetScroll: false });
              }}
            />
            {TEXTS.onlyWrong}
          </label>
          {client !== null && phase === "done" ? <Downloads client={client} from="vectors" /> : null}
        </div>
        {phase === "done" && shown.length === 0 ? <p>{TEXTS.noneWrong}</p> : null}
        {client === null ? null : (
          <div data-testid="vector-tables">
            {shown.map((table) => (
              <CheckedTable
                key={table.id}
                client={client}
                from="vectors"
                table={table}
                title={TEXTS.vectors[table.id as keyof typeof TEXTS.vectors]}
                what={null}
                onlyWrong={onlyWrong}
              />
            ))}
          </div>
        )}
        <p className={css.note}>
          {TEXTS.statisticsNote} {TEXTS.relative}
        </p>
      </section>

      <section id="file" className={css.part}>
        <h2>{TEXTS.parts.file}</h2>
        <ExchangeFile client={client} onlyWrong={onlyWrong} />
      </section>

      <section id="making" className={css.part}>
        <h2>{TEXTS.parts.making}</h2>
        <p>{TEXTS.makingLead}</p>
        <Makings />
      </section>
    </main>
  );
}
