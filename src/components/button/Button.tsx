import type { ButtonHTMLAttributes } from "react";
import css from "./Button.module.css";

/** At most one primary button a screen (rule SHELL-10); `quiet` has no box until it is approached. */
type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** Class of a button, for links that are to look like one. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: "medium" | "small" = "medium",
): string {
  return `${css.button} ${css[variant]} ${size === "small" ? css.small : ""}`;
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: "medium" | "small";
}

export function Button({
  variant = "secondary",
  size = "medium",
  className,
  type = "button",
  ...rest
}: Props) {
  return <button {...rest} type={type} className={`${buttonClass(variant, size)} ${className ?? ""}`} />;
}
