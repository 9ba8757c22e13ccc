import css from "./Choice.module.css";

interface Props<Id extends string> {
  readonly label: string;
  readonly options: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/** One of a few, side by side. */
export function Choice<Id extends string>({ label, options, names, selected, onSelect }: Props<Id>) {
  return (
    <fieldset className={css.choice} aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {options.map((id) => (
        <button key={id} type="button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
          {names[id]}
        </button>
      ))}
    </fieldset>
  );
}
