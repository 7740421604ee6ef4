import type { Integration, Pull, SourceOverview } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { DropAccessCard } from '../../domain/drop-access.tsx';
import { FetchWithGaps } from '../../domain/fetch-with-gaps.tsx';
import { PullProgress } from '../../domain/pull-progress.tsx';
import { scheduleText } from '../../domain/schedule.ts';
import { SourceProblem } from '../../domain/source-problem.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { isDropped, isOpen } from '../../domain/use-source.ts';
import { useChoiceText, useInputText, useSystemText } from '../../domain/use-system-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMay } from '../../session/context.ts';
import { PullList, PullResult } from './pull-list.tsx';
import { FetchNow, SourceActions } from './source-actions.tsx';

type Active = NonNullable<SourceOverview['active']>;

/** The HR system that the rosters are fetched from: how it goes, and what can be changed. */
export function SourcePart({ integration, source }: { integration: Integration; source: SourceOverview }) {
  const { active, draft, pulls } = source;
  const connect = useConnectText();
  const open = pulls.find(isOpen);
  const latest = pulls.find((pull) => pull.purpose === 'roster' && !isOpen(pull));
  return (
    <>
      {draft && <Unfinished id={integration.id} isChange={active !== null} />}
      {open && (
        <div className="card card-body">
          <PullProgress
            pull={open}
            label={open.purpose === 'preview' ? connect.fetchingPreview : connect.fetching}
          />
        </div>
      )}
      {active && !open && latest?.status === 'failed' && latest.code !== 'source-changed' && (
        <Failed id={integration.id} system={active.system} pull={latest} />
      )}
      {active && <Facts integration={integration} source={source} active={active} latest={latest} />}
      {active && isDropped(active) && source.access && <DropAccessCard access={source.access} />}
      {active && <PullList integrationId={integration.id} pulls={pulls} />}
    </>
  );
}

function Unfinished({ id, isChange }: { id: number; isChange: boolean }) {
  const hrSource = useHrSourceText();
  const mayChange = useMay('change-people');
  return (
    <Callout tone="warn" title={hrSource.draftTitle}>
      <div className="stack-s">
        <p>{isChange ? hrSource.draftChange : hrSource.draftText}</p>
        {mayChange && (
          <div>
            <ButtonLink size="small" to={`/integrations/${id}/connect`}>
              {hrSource.continue}
            </ButtonLink>
          </div>
        )}
      </div>
    </Callout>
  );
}

function Failed({ id, system, pull }: { id: number; system: string; pull: Pull }) {
  const hrSource = useHrSourceText();
  return (
    <SourceProblem title={hrSource.failedTitle} system={system} failure={pull}>
      <p>{hrSource.failedText}</p>
      <FetchWithGaps integrationId={id} pull={pull} />
    </SourceProblem>
  );
}

function Facts({
  integration,
  source,
  active,
  latest,
}: {
  integration: Integration;
  source: SourceOverview;
  active: Active;
  latest: Pull | undefined;
}) {
  const connect = useConnectText();
  const hrSource = useHrSourceText();
  const access = isDropped(active) ? source.access : null;
  const choiceText = useChoiceText();
  const format = useFormat();
  const { name } = useSystemText()(active.system);
  const inputText = useInputText(active.system);
  return (
    <Card title={name} actions={!access && <FetchNow integration={integration} pulls={source.pulls} />}>
      <div className="stack-l">
        <dl className="facts">
          {latest && (
            <div className="facts-pair">
              <dt>{hrSource.status}</dt>
              <dd>
                {format.moment(latest.finishedAt ?? latest.createdAt)}: <PullResult pull={latest} />
              </dd>
            </div>
          )}
          {access ? (
            <>
              <div className="facts-pair">
                <dt>{hrSource.next}</dt>
                <dd>{connect.drop.when}</dd>
              </div>
              <div className="facts-pair">
                <dt>{connect.drop.newest}</dt>
                <dd>
                  {access.newestFile
                    ? connect.drop.arrived(access.newestFile.name, format.moment(access.newestFile.arrivedAt))
                    : connect.drop.none}
                </dd>
              </div>
            </>
          ) : (
            <>
              <div className="facts-pair">
                <dt>{hrSource.schedule}</dt>
                <dd>{scheduleText(active.schedule, hrSource)}</dd>
              </div>
              <div className="facts-pair">
                <dt>{hrSource.next}</dt>
                <dd>{active.nextPullAt ? format.moment(active.nextPullAt) : hrSource.nextManual}</dd>
              </div>
            </>
          )}
          {Object.entries(active.settings).map(([input, value]) => (
            <div key={input} className="facts-pair">
              <dt>{inputText(input).label}</dt>
              <dd>{choiceText(String(value))}</dd>
            </div>
          ))}
        </dl>
        <SourceActions integration={integration} source={source} active={active} />
      </div>
    </Card>
  );
}
