import type { Variant } from "./modal-state.ts";

/** What a key does with the window of the analysis (rule CHAIN-36). */
export type ModalStep = { readonly to: "open" } | { readonly to: "restore" } | { readonly to: Variant };

type Pressed = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "repeat">;

interface Now {
  readonly isOpen: boolean;
  /** There is something to analyse, and the account may. */
  readonly mayOpen: boolean;
  readonly variant: Variant;
}

/** @returns null for a key that is none of the window's, or does nothing now */
export function modalStep(
  { key, altKey, ctrlKey, metaKey, repeat }: Pressed,
  { isOpen, mayOpen, variant }: Now,
): ModalStep | null {
  if (altKey || ctrlKey || metaKey || repeat) return null;
  const isDown = variant === "minimized";
  switch (key.toLowerCase()) {
    case "a":
      if (isOpen) return isDown ? { to: "restore" } : null;
      return mayOpen ? { to: "open" } : null;
    case "m":
      if (!isOpen) return null;
      return isDown ? { to: "restore" } : { to: "minimized" };
    case "e":
      if (!isOpen) return null;
      return { to: variant === "expanded" ? "intermediate" : "expanded" };
    default:
      return null;
  }
}
