import { AppError } from "#domain/errors.ts";

/** Opening the embedded database takes seconds; more than this is trouble. */
const OPENING_MS = 60_000;

interface Opening {
  opened(): Promise<void>;
  /** null while storage answers, else what is wrong */
  obstacle(): string | null;
}

/** Waits until storage answers, as a command does that needs it. @throws AppError storage.unavailable after a minute */
export async function untilOpened(store: Opening): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = () => store.obstacle() ?? "Storage does not answer";
    timer = setTimeout(() => reject(new AppError("storage.unavailable", text())), OPENING_MS);
  });
  try {
    await Promise.race([store.opened(), late]);
  } finally {
    clearTimeout(timer);
  }
}
