import type { ToastAction, ToastTone } from "./show-toast.tsx";

interface ToastOptions {
  readonly tone?: ToastTone;
  /** A second, quieter line. */
  readonly detail?: string;
  /** At the foot of the screen, for what would lie under something else at its head. */
  readonly atFoot?: boolean;
  /** How long it stays; 5 s unless a rule gives that message another time. */
  readonly ms?: number;
  readonly action?: ToastAction;
}

export const TOAST_MS = 5_000;
/** Messages of jobs stay a little longer. */
export const LONG_TOAST_MS = 6_000;

/** Short words that come and go by themselves. The code that shows them is loaded with the first. */
export function showToast(
  text: string,
  { tone = "info", detail, atFoot = false, ms = TOAST_MS, action }: ToastOptions = {},
): void {
  void import("./show-toast.tsx").then(({ show }) => show(text, tone, { ms, detail, atFoot, action }));
}
