import { useState } from 'react';
import { ConfirmedButton } from '../design/confirmed-button.tsx';
import { SelectField } from '../design/field.tsx';

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;
type Overlap = (typeof OVERLAPS)[number];

/** Replaces a secret. The old one stays valid for the chosen time. */
export function RotateButton<Issued>({
  words,
  title,
  size,
  send,
  onIssued,
}: {
  words: {
    rotate: string;
    rotateText: string;
    rotateButton: string;
    overlap: string;
    overlaps: Record<Overlap, string>;
  };
  title: string;
  size?: 'small';
  send: (body: { overlapSeconds: number }) => Promise<Issued>;
  onIssued: (issued: Issued) => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  return (
    <ConfirmedButton
      {...(size && { size })}
      label={words.rotate}
      title={title}
      text={words.rotateText}
      button={words.rotateButton}
      send={() => send({ overlapSeconds: Number(overlap) })}
      next={onIssued}
    >
      <SelectField
        label={words.overlap}
        value={overlap}
        options={OVERLAPS.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={setOverlap}
      />
    </ConfirmedButton>
  );
}
