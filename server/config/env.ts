import { AppError } from "#domain/errors.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Empty means unset, as `VARIABLE= npm start` intends. */
export function read(env: Env, variable: string): string | null {
  const value = env[variable]?.trim();
  return value === undefined || value === "" ? null : value;
}

export function invalid(variable: string, value: string, fix: string): AppError {
  return new AppError("config.invalid", `${variable}=${JSON.stringify(value)} is not usable: ${fix}`, {
    variable,
    value,
    fix,
  });
}
