import { useRouter } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent } from "react";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** path on this site, with its query */
  readonly href: string;
}

/** A link within the app whose address is only known as text; it keeps the page's engine and state, as the router's do. */
export function LocalLink({ href, onClick, ...rest }: Props) {
  const { history } = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    history.push(href);
  };
  return <a {...rest} href={href} onClick={go} />;
}
