import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileUrl } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { Button } from '../../design/button.tsx';

export type DatevFormat = 'datev-lodas' | 'datev-lug';

export const FORMATS: readonly { format: DatevFormat; name: string }[] = [
  { format: 'datev-lodas', name: 'DATEV LODAS' },
  { format: 'datev-lug', name: 'DATEV Lohn und Gehalt' },
];

/** Saves a file for DATEV. The service refuses it if somebody would be missing. */
export function useDatevFile(month: string, sample: boolean) {
  return useMutation({
    mutationFn: (format: DatevFormat) =>
      download(fileUrl('GET /costs/:month/file', { params: { month }, query: { format, sample } })),
  });
}

export function DatevFileButton({
  format,
  file,
  children,
}: {
  format: DatevFormat;
  file: ReturnType<typeof useDatevFile>;
  children: ReactNode;
}) {
  return (
    <Button
      icon="download"
      busy={file.isPending && file.variables === format}
      onClick={() => file.mutate(format)}
    >
      {children}
    </Button>
  );
}
