import { useSnapshot } from "valtio";
import { Dialog } from "../components/dialog/Dialog.tsx";
import { PERFORMANCE_KEYS, shell } from "../shared/shell-state.ts";
import css from "./KeysDialog.module.css";

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

const GROUPS: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      ["/  or  Ctrl K", "Search instruments, pages and actions"],
      [PERFORMANCE_KEYS, "Performance panel"],
      ["?", "This list"],
      ["Esc", "Close what floats over the page"],
    ],
  },
  {
    title: "Menus",
    keys: [
      ["Tab, Enter", "Reach and open"],
      ["Up, Down", "Walk the entries"],
    ],
  },
  {
    title: "Option chain",
    keys: [
      ["[  and  ]", "Previous and next expiry"],
      ["Arrows", "Move in the chain"],
      ["Home, End", "First and last column; with Ctrl, strike"],
      ["Page Up, Page Down", "A screen of strikes"],
    ],
  },
];

export function KeysDialog() {
  const { keysOpen } = useSnapshot(shell);
  return (
    <Dialog
      title="Keys"
      size="auto"
      isOpen={keysOpen}
      onClose={() => {
        shell.keysOpen = false;
      }}
    >
      {GROUPS.map(({ title, keys }) => (
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
