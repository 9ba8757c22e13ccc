import { useEffect, useState } from "react";
import { health } from "#protocol/generated/http/operation.ts";

const EVERY_MS = 5_000;
/** One lost call is a hiccup. */
const FAILURES = 2;

/** Whether the server answers at all, in time for the next question. */
const isThere = (): Promise<boolean> =>
  fetch(health.path, { cache: "no-store", signal: AbortSignal.timeout(EVERY_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * While the relay is in error: whether the server answers nothing else either. Asked of its health page, 5 s after each answer.
 * Not a query: its code could not be fetched any more when it is needed (decision 0019).
 */
export function useBackendLost(isRelayOff: boolean): boolean {
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (!isRelayOff) return setFailures(0);
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const wait = (): void => {
      timer = setTimeout(async () => {
        const wasThere = await isThere();
        if (isOver) return;
        setFailures((n) => (wasThere ? 0 : n + 1));
        wait();
      }, EVERY_MS);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isRelayOff]);
  return failures >= FAILURES;
}
