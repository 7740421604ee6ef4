import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Passkey } from '../../api/routes.ts';
import { SESSION } from '../../api/session-key.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { AddPasskey, RenamePasskey } from './add-passkey.tsx';

/** The passkeys of the signed-in user. */
export function PasskeyList() {
  const { passkeys, common } = useMessages();
  const format = useFormat();
  const { origin } = useSession().passkeys;
  const own = useQuery(routeQuery('GET /passkeys')).data?.data ?? [];
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const client = useQueryClient();
  const isPossible = origin !== null && canUsePasskeys();
  return (
    <Card
      title={passkeys.title}
      text={passkeys.text}
      actions={
        isPossible && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {passkeys.add}
          </Button>
        )
      }
      flush
    >
      {!isPossible && (
        <div className="card-body">
          <Callout>{origin === null ? passkeys.needHostName : passkeys.elsewhere(origin)}</Callout>
        </div>
      )}
      {own.length > 0 && (
        <Table
          items={own}
          keyOf={({ id }) => id}
          columns={[
            { title: common.name, className: 'strong', show: ({ name }) => name },
            {
              title: common.created,
              className: 'quiet',
              onPhone: 'named',
              show: ({ createdAt }) => format.moment(createdAt),
            },
            {
              title: passkeys.lastUse,
              className: 'quiet',
              onPhone: 'named',
              show: ({ lastUsedAt }) => (lastUsedAt ? format.moment(lastUsedAt) : common.never),
            },
            {
              title: common.actions,
              quietTitle: true,
              end: true,
              show: (passkey) => (
                <div className="row row-end">
                  <Button size="small" onClick={() => setRenaming(passkey)}>
                    {passkeys.rename}
                  </Button>
                  <ConfirmedButton
                    size="small"
                    label={passkeys.remove}
                    title={passkeys.removeTitle(passkey.name)}
                    text={passkeys.removeText}
                    danger
                    send={() => call('DELETE /passkeys/:id', { params: { id: passkey.id } })}
                    done={passkeys.removed}
                    // The session says whether the user has a passkey.
                    next={() => void client.invalidateQueries({ queryKey: SESSION })}
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      {own.length === 0 && isPossible && <p className="card-body quiet">{passkeys.none}</p>}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(null)} />}
    </Card>
  );
}
