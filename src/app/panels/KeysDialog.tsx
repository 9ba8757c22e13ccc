import { useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { pageText } from "#domain/access/page-texts.ts";
import { pageAt } from "#domain/access/pages.ts";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import type { PageKey } from "../../shared/page/define-page.tsx";
import { shell } from "../../shared/shell-state.ts";
import { TEXTS as SHARED } from "../../shared/texts.ts";
import { contentOf } from "../page-contents.ts";
import css from "./KeysDialog.module.css";
import { TEXTS as PANELS } from "./texts.ts";

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly PageKey[];
}

const { keys: TEXTS } = PANELS;
const { everywhere, menus } = TEXTS;

const EVERYWHERE: readonly KeyGroup[] = [
  { title: everywhere.title, keys: everywhere.keys(SHARED.performanceKeys) },
  menus,
];

/** Keys of the page at hand; none where it has none of its own. */
function ownKeys(pathname: string): readonly KeyGroup[] {
  const name = pageAt(pathname)?.name;
  const keys = name === undefined ? [] : (contentOf(name)?.keys ?? []);
  return name === undefined || keys.length === 0 ? [] : [{ title: pageText(name).title, keys }];
}

function Legend({ pathname }: { readonly pathname: string }) {
  const name = pageAt(pathname)?.name;
  const Own = name === undefined ? null : contentOf(name)?.Legend;
  return Own ? (
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  ) : null;
}

export function KeysDialog() {
  const { keysOpen } = useSnapshot(shell);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Dialog
      title={TEXTS.title}
      size="auto"
      isOpen={keysOpen}
      onClose={() => {
        shell.keysOpen = false;
      }}
    >
      <Legend pathname={pathname} />
      {[...EVERYWHERE, ...ownKeys(pathname)].map(({ title, keys }) => (
        <section key={title} className={css.group}>
          <h3 className={css.title}>{title}</h3>
          <dl className={css.list}>
            {keys.map(([key, what]) => (
              <div key={key} className={css.line}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
