/** Where the focus goes when what has it goes away: left to the browser it falls to the page's body, from where keys begin anew. */

/** To what adds legs, or to the window that the legs stand in. */
export function focusAdding(from: HTMLElement): void {
  const adding = document.querySelector<HTMLElement>("[data-builder-picker]");
  (adding ?? from.closest<HTMLElement>('[role="dialog"]'))?.focus();
}

/** From a leg's button that removes it to that of the next leg, of the last one to that of the one before. */
export function focusNextLeg(from: HTMLElement): void {
  const row = from.closest("li");
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
    "[data-leg-remove]",
  );
  if (next) next.focus();
  else focusAdding(from);
}
