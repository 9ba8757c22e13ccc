import { AppError } from "#domain/errors.ts";
import { rejected } from "./broker-http.ts";

const TOKEN = "token";

/** The broker no longer takes the account's token: the session that rests on it is over. */
export function tokenRefused(name: string, said: string): AppError {
  const { details } = rejected(name, TOKEN, said);
  return new AppError("broker.rejected", `${name} has ended this session. Please log in again`, details);
}

/** The broker knows who asks and does not answer this: a wrong lot, a contract it does not trade. */
export function ordersRefused(name: string, said: string): AppError {
  const { details } = rejected(name, "orders", said);
  return new AppError("broker.rejected", `${name} gives no margin for these orders`, details);
}

/** The broker knows who asks and does not tell what the account holds: what this app may do, a session of another kind. */
export function positionsRefused(name: string, said: string): AppError {
  const { details } = rejected(name, "positions", said);
  return new AppError(
    "broker.rejected",
    `${name} does not tell your positions. Log in again to ask anew`,
    details,
  );
}

export function isTokenRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === "broker.rejected" && error.details.why === TOKEN;
}
