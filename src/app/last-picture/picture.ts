/**
 * The page as it was last seen in this browser. A reload shows it, faded and with its time, until the page draws itself: kept as a copy of
 * what is in the document, with the pixels of its canvases in it and the rules of its styles beside it.
 */

export interface Picture {
  /** path and query that it is of */
  readonly href: string;
  /** of the window, CSS pixels: in another one it would lie beside the page that follows */
  readonly width: number;
  readonly height: number;
  /** its canvases are painted in its colours */
  readonly theme: string;
  /** epoch ms, of this browser's clock */
  readonly at: number;
  /** whose page it is: the account's id, "" of a visitor */
  readonly account: string;
  readonly html: string;
  readonly css: string;
}

/** Parts of the copy that were scrolled have it here: "top left". */
export const SCROLLED = "data-scrolled";
/** An element with it has this text in the copy, in place of its own. */
export const IN_PICTURE = "data-in-picture";
/** Attributes that say that figures are of now, and what they say in the copy: of a grid and its feed, of the connection. */
const OF_NOW = [
  { name: "data-state", now: ["live", "delayed", "closed"], before: "stale" },
  { name: "data-tone", now: ["live", "late"], before: "waiting" },
] as const;

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** What is seen of an element, in the window's CSS pixels. */
function seenOf(element: HTMLElement): Box {
  let box: Box = overlap(element.getBoundingClientRect(), {
    ...{ left: 0, top: 0 },
    ...{ right: window.innerWidth, bottom: window.innerHeight },
  });
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (getComputedStyle(each).overflowY !== "visible") box = overlap(box, each.getBoundingClientRect());
  }
  return box;
}

/** The seen part of a canvas as an image in its place; null where nothing of it is seen. A faded picture needs no more pixels than CSS has. */
function imageOf(canvas: HTMLCanvasElement, inert: Document): HTMLImageElement | null {
  const whole = canvas.getBoundingClientRect();
  const seen = seenOf(canvas);
  const [width, height] = [Math.round(seen.right - seen.left), Math.round(seen.bottom - seen.top)];
  if (width < 1 || height < 1 || canvas.width === 0 || canvas.height === 0) return null;
  const part = document.createElement("canvas");
  Object.assign(part, { width, height });
  const context = part.getContext("2d");
  if (context === null) return null;
  context.drawImage(
    canvas,
    whole.left - seen.left,
    whole.top - seen.top,
    whole.right - whole.left,
    whole.bottom - whole.top,
  );
  const image = inert.createElement("img");
  image.alt = "";
  // With the text around it, not after it.
  image.decoding = "sync";
  image.src = part.toDataURL();
  Object.assign(image.style, {
    position: "absolute",
    left: `${seen.left - whole.left}px`,
    top: `${seen.top - whole.top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return image;
}

/** What is chosen in a form is no part of its markup. */
function choose(original: HTMLElement, made: HTMLElement): void {
  if (original instanceof HTMLSelectElement)
    (made as HTMLSelectElement).options[original.selectedIndex]?.setAttribute("selected", "");
  else if (original instanceof HTMLInputElement) {
    made.setAttribute("value", original.value);
    made.toggleAttribute("checked", original.checked);
  }
}

/**
 * @param root what the app draws in
 * @param inert a document that is never shown, whose images are not loaded: a page on its way out would count each as a request of its own, and
 *   its policy refuse it
 */
function copyOf(root: HTMLElement, inert: Document): HTMLElement {
  const copy = inert.importNode(root, true);
  const copies = [...copy.querySelectorAll<HTMLElement>("*")];
  // Both are in the document's order, until the copy is changed.
  for (const [i, original] of [...root.querySelectorAll<HTMLElement>("*")].entries()) {
    const made = copies[i]!;
    if (original instanceof HTMLCanvasElement) {
      const image = imageOf(original, inert);
      if (image === null) made.remove();
      else made.replaceWith(image);
    }
    choose(original, made);
    if (original.hasAttribute(IN_PICTURE)) made.textContent = original.getAttribute(IN_PICTURE);
    for (const { name, now, before } of OF_NOW)
      if (now.some((word) => word === original.getAttribute(name))) made.setAttribute(name, before);
    if (original.scrollTop !== 0 || original.scrollLeft !== 0)
      made.setAttribute(SCROLLED, `${original.scrollTop} ${original.scrollLeft}`);
  }
  return copy;
}

const PSEUDO_ELEMENT = /::[\w-]+(\([^)]*\))?/g;

function says(holder: ParentNode, selector: string): boolean {
  try {
    // "::before" alone is that of any element.
    return holder.querySelector(selector.replace(PSEUDO_ELEMENT, ":where(*)")) !== null;
  } catch {
    // Another browser's words.
    return false;
  }
}

/** Rules that say something of the copy. Those of the document itself, such as its colours, hold in it anyhow. */
function rulesOf(holder: ParentNode, rules: CSSRuleList): string {
  return [...rules]
    .filter((rule) =>
      rule instanceof CSSStyleRule
        ? says(holder, rule.selectorText)
        : rule instanceof CSSGroupingRule && rulesOf(holder, rule.cssRules) !== "",
    )
    .map(({ cssText }) => cssText)
    .join("");
}

function stylesOf(holder: ParentNode): string {
  return [...document.styleSheets]
    .map((sheet) => {
      try {
        return rulesOf(holder, sheet.cssRules);
      } catch {
        // Another site's; it styles what is not in the picture.
        return "";
      }
    })
    .join("");
}

/** @param root what the app draws in @param account whose page it is @param at epoch ms */
export function pictureOf(root: HTMLElement, account: string, theme: string, at: number): Picture {
  const inert = document.implementation.createHTMLDocument();
  const holder = inert.createDocumentFragment();
  holder.append(copyOf(root, inert));
  const { pathname, search } = window.location;
  return {
    href: pathname + search,
    width: window.innerWidth,
    height: window.innerHeight,
    theme,
    at,
    account,
    html: (holder.firstElementChild as HTMLElement).outerHTML,
    css: stylesOf(holder),
  };
}
