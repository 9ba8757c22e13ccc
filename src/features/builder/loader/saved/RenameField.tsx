import { useEffect, useId, useRef, useState } from "react";
import css from "./Saved.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly name: string;
  /** @returns why it cannot be called so; null when it is */
  readonly onRename: (name: string) => Promise<string | null>;
  readonly onEnd: () => void;
}

/** A name in its place: Enter keeps it, Escape and going elsewhere leave the old one. */
export function RenameField({ name, onRename, onEnd }: Props) {
  const [text, setText] = useState(name);
  const [fault, setFault] = useState<string | null>(null);
  const isSending = useRef(false);
  const own = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const keep = async (): Promise<void> => {
    if (isSending.current) return;
    if (text.trim() === name) return onEnd();
    isSending.current = true;
    const refused = await onRename(text);
    isSending.current = false;
    if (refused === null) onEnd();
    else setFault(refused);
  };
  return (
    <form
      className={css.renaming}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <input
        value={text}
        ref={field}
        autoComplete="off"
        maxLength={160}
        aria-label={TEXTS.renameField}
        aria-invalid={fault !== null}
        aria-describedby={own}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onEnd();
        }}
        onBlur={() => {
          if (!isSending.current && fault === null) onEnd();
        }}
        data-testid="rename-field"
      />
      <span id={own} className={css.fault} role="alert">
        {fault}
      </span>
    </form>
  );
}
