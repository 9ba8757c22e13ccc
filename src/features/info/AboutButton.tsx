import { Info } from "lucide-react";
import type { ComponentProps } from "react";
import css from "./AboutButton.module.css";

/** A small button that tells what stands beside it. */
export function AboutButton(props: ComponentProps<"button"> & { readonly "aria-label": string }) {
  return (
    <button {...props} type="button" className={css.about}>
      <Info size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
