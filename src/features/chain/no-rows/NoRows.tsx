import { Button } from "../../../components/button/Button.tsx";
import { MarketRefused } from "../../../shared/market-refused/MarketRefused.tsx";
import { openPicker } from "../../../shared/shell-state.ts";
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
          <Button onClick={openPicker}>{TEXTS.failed.next}</Button>
        </>
      )}
    </>
  );
}
