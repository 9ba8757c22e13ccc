import { formatExpiry } from "#domain/format/date.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { Button } from "../../components/button/Button.tsx";
import css from "./InfoPanel.module.css";
import { useInfo } from "./info-view.ts";
import { TEXTS } from "./texts.ts";

/** The selected expiry has ended, here or while it was looked at: that is said, and the next one offered. */
export function ExpiryOver({ onExpiry }: { readonly onExpiry: (expiry: string) => void }) {
  const { expiry, now, today, underlying } = useInfo();
  const isOver = expiry !== null && now >= expiry.lastTrade;
  const next = isOver ? defaultExpiry(underlying.expiries, now) : undefined;
  return (
    <div className={css.over} role="status" data-testid="info-over">
      {isOver ? <span>{TEXTS.isOver(formatExpiry(expiry.expiry, today ?? undefined))}</span> : null}
      {next === undefined ? null : (
        <Button size="small" onClick={() => onExpiry(next.expiry)}>
          {TEXTS.showNext(formatExpiry(next.expiry, today ?? undefined))}
        </Button>
      )}
    </div>
  );
}
