import css from "./Controls.module.css";

interface RadiosProps<T extends string> {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: T | undefined;
}

/** One of a few, all of them in sight, in one line with their name. */
export function Radios<T extends string>({
  name,
  label,
  options,
  value,
  onChange,
  disabled,
}: RadiosProps<T>) {
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.segments}>
        {options.map(([option, text]) => (
          <label
            key={option}
            className={css.segment}
            data-chosen={option === value ? "" : undefined}
            data-disabled={option === disabled ? "" : undefined}
          >
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={option === value}
              disabled={option === disabled}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
