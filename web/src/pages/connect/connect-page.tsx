import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration, SourceOverview, SourceSystem } from '../../api/routes.ts';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Steps } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useSource } from '../../domain/use-source.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import './connect.css';
import { ActivateDrop } from './activate-drop.tsx';
import { type ConnectStep, STEPS } from './connect-steps.ts';
import { CredentialsStep } from './credentials-step.tsx';
import { DropStep } from './drop-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { SystemStep } from './system-step.tsx';
import { TestStep } from './test-step.tsx';
import { useSurvey } from './use-survey.ts';

/** Connects an integration with its HR system, or changes how. The draft is on the server, so it can be left and resumed. */
export default function ConnectPage({ integrationId }: { integrationId: number }) {
  const connect = useConnectText();
  const { integrations, common } = useMessages();
  const mayChange = useMay('change-people');
  const integration = useQuery(routeQuery('GET /integrations/:id', { params: { id: integrationId } }));
  const source = useSource(integrationId);
  const systems = useQuery(routeQuery('GET /source-systems'));
  if (hasCode(integration.error, 'not-found')) return <NotFoundPage />;
  return (
    <div className="page">
      <PageHead
        title={connect.title}
        text={connect.kept}
        // Screen readers need a link with a text, so it leads to all integrations until the name is loaded.
        back={
          integration.data
            ? { to: `/integrations/${integrationId}`, label: integration.data.name }
            : { to: '/integrations', label: integrations.back }
        }
        actions={mayChange && source.data?.draft && <Discard id={integrationId} source={source.data} />}
      />
      {mayChange ? (
        <Loaded query={systems}>
          {(listed) => (
            <Loaded query={source}>
              {(overview) => (
                <Loaded query={integration}>
                  {(loaded) => <Wizard integration={loaded} source={overview} systems={listed.systems} />}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      ) : (
        <p className="quiet">{common.mayNotChange}</p>
      )}
    </div>
  );
}

function Discard({ id, source: { active } }: { id: number; source: SourceOverview }) {
  const connect = useConnectText();
  const [, go] = useLocation();
  return (
    <ConfirmedButton
      label={connect.discard}
      title={connect.discardTitle}
      text={active ? connect.discardChange : connect.discardNew}
      danger
      send={() => call('DELETE /integrations/:id/source/draft', { params: { id } })}
      done={connect.discarded}
      next={() => go(`/integrations/${id}`)}
    />
  );
}

function Wizard({
  integration,
  source,
  systems,
}: {
  integration: Integration;
  source: SourceOverview;
  systems: SourceSystem[];
}) {
  const connect = useConnectText();
  const survey = useSurvey(integration.id);
  const [search, setSearch] = useSearchParams();
  const { draft, active } = source;
  const named = search.get('system') ?? draft?.system ?? active?.system;
  const system = systems.find(({ name }) => name === named);
  const asked = STEPS.find((step) => step === search.get('step'));
  const step = reachable(asked, system, draft);
  const go = (next: ConnectStep, chosen?: string) =>
    setSearch({ step: next, ...(chosen && { system: chosen }) });
  const shared = { integration, source, survey, go };
  return (
    <>
      <Steps names={STEPS.map((name) => connect.step[name])} current={STEPS.indexOf(step)} />
      {(step === 'system' || !system) && <SystemStep systems={systems} chosen={system?.name} go={go} />}
      {step === 'credentials' && system && <CredentialsStep {...shared} system={system} key={system.name} />}
      {draft && (
        <>
          {step === 'test' &&
            (source.access && system?.isDropped ? (
              <DropStep {...shared} draft={draft} access={source.access} />
            ) : (
              <TestStep {...shared} draft={draft} />
            ))}
          {step === 'mapping' && <MappingStep {...shared} draft={draft} />}
          {step === 'preview' && <PreviewStep {...shared} draft={draft} />}
          {step === 'schedule' &&
            (system?.isDropped ? <ActivateDrop {...shared} /> : <ScheduleStep {...shared} />)}
        </>
      )}
    </>
  );
}

/** The step that the address names, if what it needs is there. Otherwise the first one that is not done. */
function reachable(
  asked: ConnectStep | undefined,
  system: SourceSystem | undefined,
  draft: SourceOverview['draft'],
): ConnectStep {
  if (!system || asked === 'system') return 'system';
  if (!draft || asked === 'credentials') return 'credentials';
  if (asked === 'test' || asked === 'mapping') return asked;
  if (!draft.mapping) return 'test';
  return asked ?? 'preview';
}
