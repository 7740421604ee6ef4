import { rosterRefusal } from '../../../../texts/roster-refusal.ts';
import type { Integration } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { IntegrationBadge } from '../../domain/integration-badge.tsx';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { usePaceText } from '../../domain/use-pace-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const isNotFetched = (code: string | null) => code?.startsWith('source-') ?? false;

/** The state of an integration, and what somebody has to look after. A held run shows in its own badge. */
export function StateBadges({ integration }: { integration: Integration }) {
  const { needs } = useMessages().integrations;
  const { status, isSilent, refused, refusedCode, decisions, unseenRunId } = integration;
  return (
    <span className="row">
      {/* "Connected" would reassure. */}
      {isSilent && status === 'connected' ? null : <IntegrationBadge status={status} />}
      {isSilent && <Badge tone="bad">{needs.silent}</Badge>}
      {refused > 0 && (
        <Badge tone="bad">
          {isNotFetched(refusedCode) ? needs.notFetched(refused) : needs.refused(refused)}
        </Badge>
      )}
      {unseenRunId !== null && <Badge tone="bad">{needs.manyLeft}</Badge>}
      {decisions > 0 && <Badge tone="warn">{needs.decisions(decisions)}</Badge>}
    </span>
  );
}

/** What is wrong, and what to do about it. Open decisions and refused rosters have their own cards. */
export function Needs({ integration, part }: { integration: Integration; part: string }) {
  const { integrations, vocabulary } = useMessages();
  const hrSource = useHrSourceText();
  const format = useFormat();
  const paceText = usePaceText();
  const { id, isSilent, lastRosterAt, pace, refused, refusedCode, refusedField, source } = integration;
  const { heldRunId, unseenRunId } = integration;
  const since = lastRosterAt && format.moment(lastRosterAt);
  return (
    <>
      {heldRunId !== null && (
        <Callout tone="warn" title={integrations.held}>
          <div className="stack-s">
            <p>{integrations.heldText}</p>
            <div>
              <ButtonLink to={`/integrations/${id}/syncs/${heldRunId}`} size="small">
                {integrations.seeHeld}
              </ButtonLink>
            </div>
          </div>
        </Callout>
      )}
      {unseenRunId !== null && (
        <Callout tone="bad" title={integrations.manyLeft}>
          <div className="stack-s">
            <p>{integrations.manyLeftText}</p>
            <div>
              <ButtonLink to={`/integrations/${id}/syncs/${unseenRunId}`} size="small">
                {integrations.seeManyLeft}
              </ButtonLink>
            </div>
          </div>
        </Callout>
      )}
      {/* The part about the HR system says more. */}
      {refused > 0 && !(source !== null && part === 'source') && (
        <Callout
          tone="bad"
          title={isNotFetched(refusedCode) ? hrSource.failedTitle : integrations.refusing(refused)}
        >
          <div className="stack-s">
            <p>
              {rosterRefusal(refusedCode, vocabulary, refusedField)}.{' '}
              {since ? integrations.noneSince(since) : integrations.noneYet}
            </p>
            <div>
              <ButtonLink to={`/integrations/${id}/${source === null ? 'rosters' : 'source'}`} size="small">
                {integrations.seeReason}
              </ButtonLink>
            </div>
          </div>
        </Callout>
      )}
      {/* Refused rosters are the reason for the silence. */}
      {isSilent && refused === 0 && (
        <Callout tone="bad" title={since ? integrations.silent(since) : integrations.silentFromStart}>
          {pace && integrations.usually(paceText(pace))} {integrations.silentText}{' '}
          {source === null ? integrations.silentAdvice : hrSource.silentAdvice}
        </Callout>
      )}
    </>
  );
}
