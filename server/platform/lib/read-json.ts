import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "#domain/errors.ts";

/** Reads JSON that another process, a file or storage has handed over; null where it is not JSON or not of its schema. */
export type JsonReader<T> = (json: Uint8Array | string) => T | null;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The reader of one schema, which is compiled with the first text: most processes never read most of them. */
export function jsonReader<S extends TSchema>(schema: S): JsonReader<Static<S>> {
  let validator: ReturnType<typeof Compile<S>> | null = null;
  return (json) => {
    let value: unknown;
    try {
      value = JSON.parse(typeof json === "string" ? json : decoder.decode(json));
    } catch {
      return null;
    }
    validator ??= Compile(schema);
    return validator.Check(value) ? (value as Static<S>) : null;
  };
}

/**
 * The same for what nothing can go on without.
 * @param what it is, as the error is to name it
 * @param code of the error: a question that makes no sense is the asker's fault, an answer is ours
 * @throws AppError
 */
export function mustRead<T>(
  read: JsonReader<T>,
  json: Uint8Array | string,
  what: string,
  code: "server.internal" | "request.invalid" = "server.internal",
): T {
  const value = read(json);
  if (value === null) throw new AppError(code, `${what} cannot be read: it is not of its schema`);
  return value;
}
