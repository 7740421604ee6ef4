/** A list's filter with one value. Only screen readers read its label. */
export function FilterSelect({
  label,
  value,
  any,
  options,
  onChange,
}: {
  label: string;
  value: string;
  any: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}) {
  return (
    <select
      className="input filter-select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
