/** A connection that was lost for a moment, or a server that starts anew, is mostly back by then. */
const AGAIN_AFTER_MS = 1_000;

/**
 * A part of the page whose code could not be had, twice: the connection is gone, or the server has a newer version by now
 * and no longer knows this one's files.
 */
export class PartMissing extends Error {
  /** Has the part be asked for anew where it is next wanted. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "PartMissing";
    this.forget = forget;
  }
}

/** Loads code, and tries once more when that fails. @throws what the second try failed with */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    return load();
  }
}
