import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { SourceSystem } from '../../api/routes.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { SystemChoice } from './system-choice.tsx';

/** Asks for the HR system and makes an integration for it. The steps follow on the integration's own page. */
export default function NewConnectionPage() {
  const connect = useConnectText();
  const { integrations, common } = useMessages();
  const mayChange = useMay('change-people');
  const query = useQuery(routeQuery('GET /source-systems'));
  return (
    <div className="page">
      <PageHead
        title={connect.title}
        text={connect.text}
        back={{ to: '/integrations', label: integrations.back }}
      />
      {mayChange ? (
        <Loaded query={query}>{({ systems }) => <Choosing systems={systems} />}</Loaded>
      ) : (
        <p className="quiet">{common.mayNotChange}</p>
      )}
    </div>
  );
}

function Choosing({ systems }: { systems: SourceSystem[] }) {
  const connect = useConnectText();
  const { common } = useMessages();
  const textOf = useSystemText();
  const [, go] = useLocation();
  const form = useForm({
    initial: { system: '', name: null as string | null },
    send: ({ system, name }) =>
      call('POST /integrations', {
        body: { name: (name ?? textOf(system).name).trim(), type: 'hr-integration', approveBy: 'portal' },
      }),
    next: ({ id }) => go(`/integrations/${id}/connect?system=${form.values.system}`),
  });
  const { system, name } = form.values;
  return (
    <>
      <Card>
        <form
          className="form form-narrow"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.mutate(undefined);
          }}
        >
          <Problem error={form.error} fields={form.fields} />
          <SystemChoice
            systems={systems}
            value={system}
            onChange={(chosen) => form.set({ system: chosen })}
          />
          {system && (
            <TextField
              label={connect.nameOf}
              maxLength={200}
              autoComplete="off"
              {...form.field('name')}
              value={name ?? textOf(system).name}
            />
          )}
          <div className="row">
            <Button
              type="submit"
              kind="primary"
              busy={form.isPending}
              disabled={!system || name?.trim() === ''}
            >
              {connect.begin}
            </Button>
            <ButtonLink to="/integrations">{common.cancel}</ButtonLink>
          </div>
        </form>
      </Card>
      <Card title={connect.otherTitle} text={connect.otherText}>
        <ButtonLink to="/integrations">{connect.toIntegrations}</ButtonLink>
      </Card>
    </>
  );
}
