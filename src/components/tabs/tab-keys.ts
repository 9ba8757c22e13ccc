import type { KeyboardEvent } from "react";

/** Which tab a key leads to from the one at `at`, in a list whose children are its tabs; arrows go round. @param go is given its place */
export function onTabKey(event: KeyboardEvent<HTMLElement>, at: number, go: (to: number) => void): void {
  const tabs = event.currentTarget.children;
  const last = tabs.length - 1;
  const to = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
  (tabs[to] as HTMLElement | undefined)?.focus();
}
