import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "#domain/errors.ts";

interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What the schema has to say, in one sentence; of a choice every branch has failed, and what it allows is said. */
function describe(faults: readonly Fault[]): AppError {
  const tooMany = faults.find(({ keyword }) => keyword === "maxItems");
  if (tooMany !== undefined) {
    const limit = "limit" in tooMany.params ? Number(tooMany.params.limit) : 0;
    const text = `body${tooMany.instancePath} must not have more than ${limit} items`;
    return new AppError("request.too_large", text, { limit });
  }
  const allowed = faults.flatMap(({ keyword, params }) =>
    keyword === "const" && "allowedValue" in params ? [JSON.stringify(params.allowedValue)] : [],
  );
  const unknown = faults.find(({ keyword }) => keyword === "additionalProperties");
  const first = unknown ?? faults.find(({ keyword }) => keyword !== "boolean") ?? faults[0];
  const place = `body${first?.instancePath ?? ""}`;
  if (unknown === undefined && allowed.length > 1) {
    return new AppError("request.invalid", `${place} must be one of ${allowed.join(", ")}`);
  }
  return new AppError("request.invalid", `${place} ${first?.message ?? "is not valid"}`);
}

/** @throws AppError `request.invalid` for what is not JSON */
function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(payload));
  } catch {
    throw new AppError("request.invalid", "The body is not JSON");
  }
}

/**
 * A reader of the bodies of one call.
 * @throws AppError `request.invalid` for what is not JSON or not of the schema, `request.too_large` for a list that is too long
 */
export function createBodyReader<T extends TSchema>(schema: T): (payload: Uint8Array) => Static<T> {
  const validator = Compile(schema);
  return (payload) => {
    const value = parseJson(payload);
    if (validator.Check(value)) return value as Static<T>;
    throw describe(validator.Errors(value));
  };
}

/**
 * The same for a call with two forms, of which one has a member that the other has not: what is wrong is said of the form that
 * was meant.
 */
export function createEitherReader<A extends TSchema, B extends TSchema>(
  telling: string,
  withIt: A,
  without: B,
): (payload: Uint8Array) => Static<A> | Static<B> {
  const first = Compile(withIt);
  const second = Compile(without);
  return (payload) => {
    const value = parseJson(payload);
    const isFirst = typeof value === "object" && value !== null && Object.hasOwn(value, telling);
    const validator = isFirst ? first : second;
    if (validator.Check(value)) return value as Static<A> | Static<B>;
    throw describe(validator.Errors(value));
  };
}
