import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";

/*
 * A backup is lines of JSON: a head with the steps of the schema, then for every table a heading and its rows, the values as
 * the text that Postgres writes them in, then the sequences, and an end with a checksum over all lines before. What is not
 * whole, or was changed, is refused. The same rows make the same lines on either database.
 */

const closed = { additionalProperties: false } as const;

const Head = Type.Object(
  {
    strikewise: Type.Literal("backup"),
    version: Type.Literal(1),
    /** epoch ms */
    at: Type.Number(),
    steps: Type.Array(Type.Object({ name: Type.String(), hash: Type.String() }, closed)),
  },
  closed,
);
const Heading = Type.Object(
  {
    table: Type.String({ pattern: "^[a-z_][a-z0-9_]*$" }),
    columns: Type.Array(Type.String({ pattern: "^[a-z_][a-z0-9_]*$" }), { minItems: 1 }),
    types: Type.Array(Type.String({ pattern: "^[a-z][a-z0-9 (),]*$" })),
  },
  closed,
);
const Values = Type.Array(Type.Union([Type.String(), Type.Null()]));
const Sequence = Type.Object(
  {
    table: Type.String(),
    column: Type.String(),
    last: Type.String({ pattern: "^[0-9]+$" }),
    called: Type.Boolean(),
  },
  closed,
);
const End = Type.Object({ end: Type.Literal(true), rows: Type.Integer(), sha256: Type.String() }, closed);

type Head = Static<typeof Head>;
export type Heading = Static<typeof Heading>;
export type Values = Static<typeof Values>;
type Sequence = Static<typeof Sequence>;

/** What a reader of a backup is given, in the file's order. */
interface BackupReader {
  head(head: Head): Promise<void>;
  heading(heading: Heading): Promise<void>;
  row(values: Values): Promise<void>;
  sequence(sequence: Sequence): Promise<void>;
}

interface BackupWriter {
  line(value: Head | Heading | Values | Sequence): string;
  /** the last line */
  end(rows: number): string;
}

export function createBackupWriter(): BackupWriter {
  const digest = createHash("sha256");
  return {
    line(value) {
      const text = `${JSON.stringify(value)}\n`;
      digest.update(text);
      return text;
    },
    end: (rows) => `${JSON.stringify({ end: true, rows, sha256: digest.digest("hex") })}\n`,
  };
}

function broken(why: string, cause?: unknown): AppError {
  return new AppError(
    "request.invalid",
    `This is no whole backup: ${why}. Nothing was changed`,
    {},
    { cause },
  );
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw broken(`line ${number} is cut off or damaged`, cause);
  }
}

/**
 * Reads a backup to its end.
 * @returns how many rows it has
 * @throws AppError request.invalid when it is not whole, of another format, or was changed
 */
export async function readBackup(lines: AsyncIterable<string>, reader: BackupReader): Promise<number> {
  const digest = createHash("sha256");
  let number = 0;
  let rows = 0;
  let width = -1;
  let isOver = false;
  for await (const line of lines) {
    number++;
    if (isOver) throw broken(`line ${number} follows its end`);
    const value = parseLine(line, number);
    if (Value.Check(End, value)) {
      if (value.rows !== rows) throw broken(`it names ${value.rows} rows and has ${rows}`);
      if (value.sha256 !== digest.digest("hex")) throw broken("its checksum is another");
      isOver = true;
      continue;
    }
    digest.update(`${line}\n`);
    if (number === 1) {
      if (!Value.Check(Head, value))
        throw broken("its first line is not that of a backup this version reads");
      await reader.head(value);
    } else if (Value.Check(Values, value)) {
      if (value.length !== width)
        throw broken(`line ${number} has ${value.length} values, its table ${width}`);
      rows++;
      await reader.row(value);
    } else if (Value.Check(Heading, value)) {
      width = value.columns.length;
      if (value.types.length !== width) throw broken(`line ${number} has other types than columns`);
      await reader.heading(value);
    } else if (Value.Check(Sequence, value)) await reader.sequence(value);
    else throw broken(`line ${number} is of no known kind`);
  }
  if (!isOver) throw broken("its end is missing");
  return rows;
}
