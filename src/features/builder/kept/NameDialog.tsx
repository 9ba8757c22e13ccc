import { useId, useState } from "react";
import { Button } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import css from "./Kept.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly title: string;
  readonly suggested: string;
  /** Why it cannot have the name. */
  readonly fault: string | null;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name; why one cannot be is said beside it. */
export function NameDialog({ title, suggested, fault, isBusy, onSave, onClose }: Props) {
  const [name, setName] = useState(suggested);
  const own = useId();
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="auto"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {TEXTS.name.cancel}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={`${own}-form`}
            disabled={isBusy}
            data-testid="save-confirm"
          >
            {isBusy ? TEXTS.saving : TEXTS.name.confirm}
          </Button>
        </>
      }
    >
      <form
        id={`${own}-form`}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(name);
        }}
      >
        <label htmlFor={own}>{TEXTS.name.label}</label>
        <input
          id={own}
          className={css.name}
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={160}
          aria-invalid={fault !== null}
          aria-describedby={[`${own}-fault`, `${own}-hint`].join(" ")}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.target.value)}
          data-testid="strategy-name"
        />
        <p id={`${own}-fault`} className={css.fault} role="alert">
          {fault}
        </p>
        <p id={`${own}-hint`} className={css.hint}>
          {TEXTS.name.hint}
        </p>
      </form>
    </Dialog>
  );
}
