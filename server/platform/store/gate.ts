/** Something that opens and closes again; callers that wait go on when it is next open. */
interface Gate {
  /** resolves when it is open */
  wait(): Promise<void>;
  open(): void;
  close(): void;
}

export function createGate(): Gate {
  let pass: () => void = () => {};
  let opened = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let isOpen = false;
  return {
    wait: () => opened,
    open() {
      isOpen = true;
      pass();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened = new Promise<void>((resolve) => {
        pass = resolve;
      });
    },
  };
}
