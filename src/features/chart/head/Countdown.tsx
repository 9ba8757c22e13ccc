import { useSnapshot } from "valtio";
import { live } from "../../../live/live-state.ts";
import { TEXTS } from "../texts.ts";
import css from "./Head.module.css";

const two = (value: number): string => String(value).padStart(2, "0");

/** "4:12", over an hour "1:04:12". */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What is left of the bar that is on. @param endsAt epoch ms */
export function Countdown({ endsAt }: { readonly endsAt: number }) {
  const now = useSnapshot(live).health?.marketTime ?? null;
  if (now === null || now > endsAt) return null;
  return (
    <span className={css.countdown} data-testid="chart-countdown">
      {TEXTS.head.countdown(leftText(endsAt - now))}
    </span>
  );
}
