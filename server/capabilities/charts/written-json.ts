/** A column of an answer whose parts are written already: JSON of their figures without brackets, empty of none. */
export class WrittenColumn {
  readonly parts: Uint8Array[] = [];
}

/** JSON of an answer whose longest columns are written, in pieces: megabytes are put together once, as bytes. */
export class WrittenPayload {
  readonly pieces: readonly Uint8Array[];
  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

/** JSON as `JSON.stringify` writes it; nothing in the value is undefined. */
export function writePayload(payload: object): WrittenPayload {
  const pieces: Uint8Array[] = [];
  /** what is not a piece yet */
  let text = "";

  function put(part: Uint8Array): void {
    pieces.push(Buffer.from(text), part);
    text = "";
  }

  function list<T>(brackets: readonly [string, string], items: Iterable<T>, one: (item: T) => void): void {
    let between = brackets[0];
    for (const item of items) {
      text += between;
      one(item);
      between = ",";
    }
    text += between === "," ? brackets[1] : brackets.join("");
  }

  function write(value: unknown): void {
    if (value instanceof WrittenColumn) {
      const told = value.parts.filter((part) => part.length > 0);
      list(["[", "]"], told, put);
    } else if (Array.isArray(value)) list(["[", "]"], value, write);
    else if (typeof value !== "object" || value === null) text += JSON.stringify(value);
    else
      list(["{", "}"], Object.entries(value), ([name, of]) => {
        text += `${JSON.stringify(name)}:`;
        write(of);
      });
  }

  write(payload);
  pieces.push(Buffer.from(text));
  return new WrittenPayload(pieces);
}

/** A part of a column: its JSON without brackets. */
export const partOf = (figures: readonly (number | boolean | null)[]): Uint8Array =>
  Buffer.from(JSON.stringify(figures).slice(1, -1), "latin1");
