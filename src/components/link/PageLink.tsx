import { useRouter, useRouterState } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent } from "react";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** path on this site, with query and hash if need be; or a whole address elsewhere, which opens in a tab of its own */
  readonly to: string;
  readonly replace?: boolean;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** A link to any page of the product, without leaving the app; `aria-current` where it leads to the page that is open. */
export function PageLink({ to, replace = false, onClick, ...rest }: Props) {
  const router = useRouter();
  const isCurrent = useRouterState({
    select: ({ location }) => location.pathname === to.split(/[?#]/, 1)[0],
  });
  if (/^https?:/.test(to)) {
    return <a {...rest} href={to} target="_blank" rel="noopener noreferrer" {...(onClick && { onClick })} />;
  }
  return (
    <a
      {...rest}
      href={to}
      {...(isCurrent && { "aria-current": "page" })}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event) || rest.target === "_blank") return;
        event.preventDefault();
        void router.navigate({ href: to, replace });
      }}
    />
  );
}
