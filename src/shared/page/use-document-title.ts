import { useEffect } from "react";

/** What the page's path says of it; null where its page alone does. */
let usual: string | null = null;
let own: { readonly title: string } | null = null;

/** The title of the page that is open, as its path has it: one that shows one thing of many names that, whichever of both is said first. */
export function showUsualTitle(title: string | null): void {
  usual = title;
  if (own === null && title !== null) document.title = title;
}

/** The title of a page that shows one thing of many. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const said = { title };
    own = said;
    document.title = title;
    return () => {
      if (own !== said) return;
      own = null;
      showUsualTitle(usual);
    };
  }, [title]);
}
