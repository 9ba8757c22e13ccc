/** How the analysis beside the chain is shown: minimised, or in one of two sizes, of which the last is remembered (rules CHAIN-25 to CHAIN-27). */

import { proxy } from "valtio";
import { readPreference, writePreference } from "../../../browser/kept-preferences.ts";
import type { Size } from "../../../components/floating/geometry.ts";

export const FORMS = ["intermediate", "expanded"] as const;
/** With figures and legs alone, or with the charts and tables too. */
export type Form = (typeof FORMS)[number];
export type Variant = "minimized" | Form;

export const SIZES: Readonly<Record<Form, Size>> = {
  intermediate: { width: 450, height: 450 },
  expanded: { width: 900, height: 600 },
};

const PREFERENCE = "analyze_form";

interface ModalState {
  isMinimized: boolean;
  /** What it has when it is not minimised. */
  form: Form;
}

export const modal = proxy<ModalState>({
  isMinimized: false,
  form: readPreference(PREFERENCE, FORMS, "expanded"),
});

export const variantOf = ({ isMinimized, form }: Readonly<ModalState>): Variant =>
  isMinimized ? "minimized" : form;

export function show(variant: Variant): void {
  modal.isMinimized = variant === "minimized";
  if (variant === "minimized") return;
  modal.form = variant;
  writePreference(PREFERENCE, variant);
}

/** Up from the foot of the screen, as it was before it went down. */
export function restore(): void {
  modal.isMinimized = false;
}
