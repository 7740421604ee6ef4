import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UploadProgress, upload } from '../../api/upload.ts';
import { syncIdOfFile } from '../../domain/run-name.ts';
import type { AbsenceSource } from './absences-card.tsx';
import type { Draft } from './draft.ts';
import type { Mistake } from './mistakes.ts';

/** What is checked and, if nothing is changed meanwhile, sent. */
export interface Checked {
  /** One per check, so that pressing the button twice sends one sync. */
  syncId: string;
  fileName: string;
  draft: Draft;
  absences: AbsenceSource | 'inFile';
  /** People of wrong rows stay as they are. */
  leavesOutWrongRows: boolean;
  /** The mistakes of rows without a number. They are in the file and not in the draft. */
  dropped: readonly Mistake[];
}

/** Browsers offer `randomUUID` only over https, which staging does not require. */
export function newSyncId({ places }: Draft): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return syncIdOfFile(
    places.map(({ row }) => row),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
}

export function requestOf(id: number, { syncId, draft, absences, leavesOutWrongRows }: Checked) {
  return {
    params: { id },
    query: {
      ...(leavesOutWrongRows && { onInvalid: 'keep' as const }),
      ...(absences === 'keep' && { absences: 'keep' as const }),
    },
    body: { syncId, employees: [...draft.employees] },
  };
}

/** Asks the service what a roster would do. */
export function useCheck(integrationId: number) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const abort = useRef<AbortController>(undefined);
  const preview = useMutation({
    mutationFn: (checked: Checked) => {
      abort.current = new AbortController();
      setProgress(null);
      return upload('POST /integrations/:id/rosters/preview', requestOf(integrationId, checked), {
        onProgress: setProgress,
        signal: abort.current.signal,
      });
    },
  });
  return {
    progress,
    checked: preview.variables,
    isPending: preview.isPending,
    data: preview.data,
    error: preview.error,
    start: preview.mutate,
    stop: () => {
      abort.current?.abort();
      preview.reset();
    },
  };
}
