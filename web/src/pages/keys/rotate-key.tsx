import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { IssuedKey, Key } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { SelectField } from '../../design/field.tsx';
import { useMessages } from '../../language/use-messages.ts';

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;

export function RotateKey({
  apiKey,
  onClose,
  onIssued,
}: {
  apiKey: Key;
  onClose: () => void;
  onIssued: (key: IssuedKey) => void;
}) {
  const { keys } = useMessages();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('86400');
  const rotate = useChange({
    send: () =>
      call('POST /keys/:id/rotate', {
        params: { id: apiKey.id },
        body: { overlapSeconds: Number(overlap) },
      }),
    next: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  return (
    <ConfirmDialog
      title={keys.rotateTitle(apiKey.name)}
      text={keys.rotateText}
      button={keys.rotateButton}
      change={rotate}
      onClose={onClose}
    >
      <SelectField
        label={keys.overlap}
        value={overlap}
        options={OVERLAPS.map((value) => ({ value, label: keys.overlaps[value] }))}
        onChange={setOverlap}
      />
    </ConfirmDialog>
  );
}
