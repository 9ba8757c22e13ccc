import { AppError } from "#domain/errors.ts";
import type { Store } from "#server/roles/storage/store.ts";

/** Storage that is away: every call of it is refused, as while a database restarts. */
export function storeAway(): Store {
  const refuse = async (): Promise<never> => {
    throw new AppError("storage.unavailable", "Storage is not available: it is away. Try again shortly");
  };
  const repository = new Proxy({}, { get: () => refuse });
  return new Proxy({} as Store, {
    get: (_, name) => {
      if (name === "transaction") return refuse;
      if (name === "obstacle") return () => "Storage is away";
      if (name === "close") return async () => {};
      if (name === "opened") return () => new Promise<void>(() => {});
      return repository;
    },
  });
}
