import css from "./Segments.module.css";

interface Props<T extends string> {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  /** null: none of them */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({ name, label, options, value, onChange }: Props<T>) {
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.segments}>
        {(Object.entries(options) as [T, string][]).map(([option, text]) => (
          <label key={option} className={css.segment} data-chosen={option === value ? "" : undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
