import { useEffect, useState } from "react";

const EVERY_MS = 5_000;
/** One lost call is a hiccup. */
const FAILURES = 2;

/** While the relay is in error: whether the server answers nothing else either. Asked of its health page, every 5 s. */
export function useBackendLost(isRelayOff: boolean): boolean {
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (!isRelayOff) return setFailures(0);
    const timer = setInterval(() => {
      fetch("/healthz", { cache: "no-store" }).then(
        ({ ok }) => setFailures((n) => (ok ? 0 : n + 1)),
        () => setFailures((n) => n + 1),
      );
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isRelayOff]);
  return failures >= FAILURES;
}
