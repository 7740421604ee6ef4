import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration, Pull, Source, SourceOverview } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Problem } from '../../design/problem.tsx';
import { FetchWithGaps } from '../../domain/fetch-with-gaps.tsx';
import { PullProgress } from '../../domain/pull-progress.tsx';
import { SourceProblem } from '../../domain/source-problem.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { isOpen } from '../../domain/use-source.ts';
import { Effects } from '../send-roster/effects.tsx';
import { Warnings } from '../sync/warnings.tsx';
import type { ConnectStep } from './connect-steps.ts';

/** What the first roster would do. The latest preview counts, if it is of what is entered now. */
export function PreviewStep({
  integration,
  source,
  draft,
  go,
}: {
  integration: Integration;
  source: SourceOverview;
  draft: Source;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  const { id } = integration;
  const open = source.pulls.find(isOpen);
  const latest = source.pulls.find(({ purpose }) => purpose === 'preview');
  const isCurrent =
    latest && latest.code !== 'cancelled' && Date.parse(latest.createdAt) >= Date.parse(draft.updatedAt);
  const start = useChange({
    send: () => call('POST /integrations/:id/pulls', { params: { id }, body: { purpose: 'preview' } }),
  });
  const cancel = useChange({
    send: (syncId: string) =>
      call('DELETE /integrations/:id/pulls/:syncId', { params: { id, syncId } }).catch((error) => {
        // It has ended meanwhile.
        if (!hasCode(error, 'not-found')) throw error;
      }),
  });
  return (
    <>
      <StepTitle>{source.active ? connect.previewChange : connect.previewTitle}</StepTitle>
      <Problem error={start.error ?? cancel.error} />
      {open ? (
        <div className="card card-body">
          <PullProgress
            pull={open}
            label={open.purpose === 'preview' ? connect.fetchingPreview : connect.fetching}
          />
          {open.purpose === 'preview' && (
            <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(open.syncId)}>
              {connect.cancelPreview}
            </Button>
          )}
        </div>
      ) : isCurrent && latest.status === 'previewed' ? (
        <Previewed id={id} pull={latest} />
      ) : isCurrent ? (
        <SourceProblem title={connect.previewFailed} system={draft.system} failure={latest}>
          <FetchWithGaps integrationId={id} pull={latest} />
        </SourceProblem>
      ) : (
        <Callout>{connect.previewNeeded}</Callout>
      )}
      <div className="step-actions">
        <Button icon="left" onClick={() => go('mapping')}>
          {connect.step.mapping}
        </Button>
        {!open && (
          <Button icon="undo" busy={start.isPending} onClick={() => start.mutate(undefined)}>
            {isCurrent ? connect.previewAgain : connect.toPreview}
          </Button>
        )}
        {!open && isCurrent && latest.status === 'previewed' && (
          <Button kind="primary" icon="right" onClick={() => go('schedule')}>
            {connect.next}
          </Button>
        )}
      </div>
    </>
  );
}

function Previewed({ id, pull }: { id: number; pull: Pull }) {
  const connect = useConnectText();
  const params = { id, syncId: pull.syncId };
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/pulls/:syncId/preview', { params }),
    retry: false,
  });
  // Previews have personal data, so they are kept for a day.
  if (hasCode(query.error, 'not-found')) return <Callout>{connect.previewNeeded}</Callout>;
  const leftOut = [
    pull.leftEarlier > 0 && connect.leftEarlier(pull.leftEarlier),
    pull.withoutNumber > 0 && connect.withoutNumber(pull.withoutNumber),
  ].filter((text) => text !== false);
  return (
    <Loaded query={query} lines={8}>
      {(preview) => (
        <Effects preview={preview} leaversText={connect.leavers} nobodyLeaves={connect.noLeavers}>
          {leftOut.length > 0 && (
            <Card>
              <ul className="stack-s">
                {leftOut.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Card>
          )}
          <Warnings warnings={preview.problems.filter(({ code }) => code === 'invalid-entry')} />
        </Effects>
      )}
    </Loaded>
  );
}
