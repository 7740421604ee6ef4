import { CopyButton } from './copy.tsx';

/** A value that is shown once, to copy. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className="stack-s">
      <span className="field-label">{label}</span>
      <div className="secret">
        <output className="mono">{value}</output>
        <CopyButton text={value} />
      </div>
    </div>
  );
}
