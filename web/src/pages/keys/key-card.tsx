import type { Key } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

const TONES = { active: 'good', expired: 'neutral', revoked: 'bad' } as const;

export function KeyCard({
  apiKey,
  integrationName,
  onRotate,
  onRevoke,
}: {
  apiKey: Key;
  integrationName: (id: number) => string;
  onRotate: () => void;
  onRevoke: () => void;
}) {
  const { keys, common, vocabulary } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
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
            <Button size="small" onClick={onRotate}>
              {keys.rotate}
            </Button>
            <Button size="small" onClick={onRevoke}>
              {keys.revoke}
            </Button>
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
