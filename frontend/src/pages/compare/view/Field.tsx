/** What the forms of the page are made of. */
import type { FC, ReactNode } from 'react';

export const Field: FC<{ label: string; children: ReactNode }> = ({ label, children }) => (
  <label className="cmp-field">
    <span>{label}</span>
    {children}
  </label>
);

export const Seeds: FC<{ value: string; onChange: (value: string) => void }> = ({ value, onChange }) => (
  <Field label="with seeds">
    <input
      className="cmp-short"
      value={value}
      placeholder="1..5"
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  </Field>
);

/** Why nothing comes of it; '': something does. */
export const Refusal: FC<{ why: string }> = ({ why }) =>
  why !== '' && (
    <p className="cmp-error" role="alert">
      {why}
    </p>
  );
