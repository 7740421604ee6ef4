import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedKey, Key } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useNewDialog } from '../../domain/use-new-dialog.ts';
import { useMay } from '../../session/context.ts';
import { CreateKey } from './create-key.tsx';
import { KeyCard } from './key-card.tsx';
import { KeySecret } from './key-secret.tsx';
import './keys.css';
import { useKeysText } from './use-keys-text.ts';

export default function KeysPage() {
  const keys = useKeysText();
  const mayChange = useMay('administer');
  const query = useQuery(routeQuery('GET /keys'));
  const [creating, setCreating] = useNewDialog();
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {keys.create}
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title={keys.title}
        text={
          <>
            {keys.text}{' '}
            <a href="/docs" target="_blank" rel="noreferrer">
              {keys.docs}
            </a>
            {' · '}
            <a href="/guides/nightly-sync" target="_blank" rel="noreferrer">
              {keys.guides}
            </a>
          </>
        }
        actions={mayChange && create}
      />
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="card">
              <Empty icon="key" title={keys.none} action={mayChange && create}>
                {keys.noneText}
              </Empty>
            </div>
          ) : (
            <KeyList keys={data} onIssued={setIssued} />
          )
        }
      </Loaded>
      {mayChange && creating && <CreateKey onClose={() => setCreating(false)} onIssued={setIssued} />}
      {issued && <KeySecret issued={issued} onClose={() => setIssued(null)} />}
    </div>
  );
}

function KeyList({ keys: all, onIssued }: { keys: Key[]; onIssued: (key: IssuedKey) => void }) {
  const keys = useKeysText();
  const integrations = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const integrationName = (id: number) =>
    integrations.find((integration) => integration.id === id)?.name ?? keys.unknownIntegration(id);
  const active = all.filter(({ state }) => state === 'active');
  const inactive = all.filter(({ state }) => state !== 'active');
  const card = (key: Key) => (
    <li key={key.id}>
      <KeyCard apiKey={key} integrationName={integrationName} onIssued={onIssued} />
    </li>
  );
  return (
    <div className="stack">
      <ul className="stack">{active.map(card)}</ul>
      {inactive.length > 0 && (
        <details className="inactive-keys">
          <summary>
            <Icon name="right" />
            {keys.inactive} ({inactive.length})
          </summary>
          <ul className="stack">{inactive.map(card)}</ul>
        </details>
      )}
    </div>
  );
}
