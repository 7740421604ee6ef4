import { call } from '../../api/client.ts';
import type { IssuedKey, Key } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { RotateButton } from '../../domain/rotate-button.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { useKeysText } from './use-keys-text.ts';

const TONES = { active: 'good', expired: 'neutral', revoked: 'bad' } as const;

export function KeyCard({
  apiKey,
  integrationName,
  onIssued,
}: {
  apiKey: Key;
  integrationName: (id: number) => string;
  onIssued: (key: IssuedKey) => void;
}) {
  const { common, vocabulary } = useMessages();
  const keys = useKeysText();
  const format = useFormat();
  const mayChange = useMay('administer');
  const params = { id: apiKey.id };
  return (
    <article className="card card-body key">
      <div className="row-between">
        <div className="row">
          <h2>{apiKey.name}</h2>
          <Badge tone={TONES[apiKey.state]}>{keys.state[apiKey.state]}</Badge>
          {apiKey.isExpiring && <Badge tone="warn">{keys.expiresSoon}</Badge>}
        </div>
        {mayChange && apiKey.state === 'active' && (
          <div className="row">
            <RotateButton
              size="small"
              words={keys}
              title={keys.rotateTitle(apiKey.name)}
              send={(body) => call('POST /keys/:id/rotate', { params, body })}
              onIssued={onIssued}
            />
            <ConfirmedButton
              size="small"
              label={keys.revoke}
              title={keys.revokeTitle(apiKey.name)}
              text={keys.revokeText}
              danger
              send={() => call('POST /keys/:id/revoke', { params })}
              done={keys.revoked}
            />
          </div>
        )}
      </div>
      <ul className="row" aria-label={keys.permissions}>
        {apiKey.permissions.map((permission) => (
          <li key={permission} className="tag" title={keys.permissionText[permission]}>
            {vocabulary.permission[permission]}
          </li>
        ))}
      </ul>
      <dl className="key-facts small">
        <div>
          <dt>{keys.username}</dt>
          <dd className="mono">{apiKey.username}</dd>
        </div>
        <div>
          <dt>{keys.lastUsed}</dt>
          <dd title={apiKey.lastUsedAt ? format.moment(apiKey.lastUsedAt) : undefined}>
            {apiKey.lastUsedAt ? format.ago(apiKey.lastUsedAt) : keys.neverUsed}
          </dd>
        </div>
        <div>
          <dt>{common.created}</dt>
          <dd>{format.moment(apiKey.createdAt)}</dd>
        </div>
        <div>
          <dt>{keys.expires}</dt>
          <dd>{apiKey.expiresAt ? format.moment(apiKey.expiresAt) : keys.never}</dd>
        </div>
        <div>
          <dt>{keys.integrations}</dt>
          <dd>{apiKey.integrationIds?.map(integrationName).join(', ') ?? keys.allIntegrations}</dd>
        </div>
        <div>
          <dt>{keys.allowFrom}</dt>
          <dd>{apiKey.allowFrom?.join(', ') ?? keys.everywhere}</dd>
        </div>
        {apiKey.refusedAt && (
          <div>
            <dt>{keys.refused}</dt>
            <dd title={format.moment(apiKey.refusedAt)}>
              {apiKey.refusedFrom
                ? keys.refusedFrom(format.ago(apiKey.refusedAt), apiKey.refusedFrom)
                : keys.refusedFromUnknown(format.ago(apiKey.refusedAt))}
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
}
