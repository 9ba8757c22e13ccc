import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useSnapshot } from "valtio";
import css from "./KeysDialog.module.css";
import { PERFORMANCE_KEYS, shell } from "./shell-state.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["/  or  Ctrl K", "Search instruments"],
  ["[  and  ]", "Previous and next expiry"],
  ["Arrows", "Move in the chain"],
  ["Home, End", "First and last column; with Ctrl, strike"],
  ["Page Up, Page Down", "A screen of strikes"],
  [PERFORMANCE_KEYS, "Performance panel"],
  ["?", "This list"],
];

export function KeysDialog() {
  const { keysOpen } = useSnapshot(shell);
  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen={keysOpen}
      isDismissable
      onOpenChange={(open) => {
        shell.keysOpen = open;
      }}
    >
      <Modal className={css.modal ?? ""}>
        <Dialog className={css.dialog ?? ""}>
          <Heading slot="title" className={css.title ?? ""}>
            Keys
          </Heading>
          <dl className={css.list}>
            {KEYS.map(([keys, what]) => (
              <div key={keys} style={{ display: "contents" }}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
