/** Short words that come and go by themselves. The code that shows them is loaded with the first. */
export type ToastTone = "info" | "success" | "warning" | "error";

export interface ToastOptions {
  readonly tone?: ToastTone;
  /** A second, quieter line. */
  readonly detail?: string;
  /** How long it stays; 5 s unless the specification gives that message another time. */
  readonly ms?: number;
}

export const TOAST_MS = 5_000;
/** Spec 3 §8: messages of jobs stay a little longer. */
export const LONG_TOAST_MS = 6_000;

export function showToast(text: string, options: ToastOptions = {}): void {
  void import("./show-toast.tsx").then(({ show }) => show(text, options));
}
