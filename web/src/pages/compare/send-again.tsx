import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, fileUrl } from '../../api/client.ts';
import type { ComparedRoster, RepeatedRosterPreview } from '../../api/routes.ts';
import { type UploadProgress, upload } from '../../api/upload.ts';
import { useChange } from '../../api/use-change.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { CheckProgress } from '../send-roster/check-progress.tsx';
import { Effects } from '../send-roster/effects.tsx';
import { SendForm } from '../send-roster/send-form.tsx';

/** Sends an earlier roster again, after its preview. */
export function SendAgain({ integrationId, roster }: { integrationId: number; roster: ComparedRoster }) {
  const earlier = useEarlierText();
  const { language } = useLanguage();
  const format = useFormat();
  const moment = format.moment(roster.acceptedAt);
  const params = { id: integrationId, runId: roster.runId };
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const preview = useMutation({
    mutationFn: () =>
      upload(
        'POST /integrations/:id/syncs/:runId/send-again/preview',
        { params },
        { onProgress: setProgress },
      ),
  });
  return (
    <>
      <Card
        title={earlier.again(moment)}
        text={earlier.againText}
        actions={
          <DownloadLink
            size="small"
            href={fileUrl('GET /integrations/:id/syncs/:runId/roster.csv', { params, query: { language } })}
          >
            {earlier.download(moment)}
          </DownloadLink>
        }
      >
        <div className="stack">
          <h3>{earlier.remains}</h3>
          <ul>
            {earlier.remainsLines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Problem error={preview.error} />
          {preview.isPending ? (
            <CheckProgress progress={progress} />
          ) : (
            !preview.data && (
              <div className="row">
                <Button kind="primary" onClick={() => preview.mutate()}>
                  {earlier.preview}
                </Button>
              </div>
            )
          )}
        </div>
      </Card>
      {preview.data && <Confirm params={params} roster={roster} preview={preview.data} />}
    </>
  );
}

function Confirm({
  params,
  roster,
  preview,
}: {
  params: { id: number; runId: number };
  roster: ComparedRoster;
  preview: RepeatedRosterPreview;
}) {
  const earlier = useEarlierText();
  const [, navigate] = useLocation();
  const send = useChange({
    send: () =>
      call('POST /integrations/:id/syncs/:runId/send-again', {
        params,
        // Another roster may have come since the preview.
        headers: { 'if-match': `"${preview.version}"` },
      }),
    next: ({ runId }) => navigate(`/integrations/${params.id}/syncs/${runId}`),
  });
  return (
    <>
      <Effects
        preview={preview}
        leaversText={(missing) => earlier.leaversText(missing)}
        nobodyLeaves={earlier.noLeaversText}
      />
      <Card>
        <SendForm preview={preview} send={send} label={earlier.send(roster.entryCount)} />
      </Card>
    </>
  );
}
