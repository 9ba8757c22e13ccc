import { MarketRefused } from "../../../shared/market-refused/MarketRefused.tsx";
import { TEXTS } from "./texts.ts";

/** Why there are no rows, and the next step. @param failed what the engine says of it, null: it is not a fault */
export function NoRows({
  failed,
  isRefused,
}: {
  readonly failed: string | null;
  readonly isRefused: boolean;
}) {
  if (failed === null && isRefused) return <MarketRefused />;
  const { title } = failed === null ? TEXTS.empty : TEXTS.failed;
  return (
    <>
      <h2>{title}</h2>
      {failed === null ? (
        <p>{TEXTS.empty.text}</p>
      ) : (
        <>
          <p>{failed}</p>
          <p>{TEXTS.failed.next}</p>
        </>
      )}
    </>
  );
}
