import { AppError } from "#domain/errors.ts";
import type { StrategyName } from "./repository.ts";

const MOST_CHARACTERS = 80;

const named = (name: string): StrategyName => ({ name, nameKey: name.toLowerCase().normalize("NFC") });

/**
 * A name as it is kept: without spaces at its ends, 1 to 80 characters as people count them, none of them a control
 * character (rule KEEP-6). @throws AppError request.invalid
 */
export function strategyName(text: string): StrategyName {
  const name = text.trim().normalize("NFC");
  const length = [...name].length;
  if (length === 0 || length > MOST_CHARACTERS) {
    const message = `A strategy's name has 1 to ${MOST_CHARACTERS} characters`;
    throw new AppError("request.invalid", message, { field: "name", length });
  }
  if (/\p{Cc}|\p{Cs}/u.test(name)) {
    throw new AppError("request.invalid", "A strategy's name has no control characters", { field: "name" });
  }
  return named(name);
}

/** The name itself, then the name with a number that keeps it within its length. */
export function* freeNames(name: string): Generator<StrategyName> {
  yield named(name);
  for (let number = 2; ; number++) {
    const end = ` (${number})`;
    yield named(`${[...name].slice(0, MOST_CHARACTERS - end.length).join("")}${end}`);
  }
}
