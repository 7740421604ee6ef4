import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorAt } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedKey } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Checkboxes, TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { PERMISSIONS, type Permission } from '../../domain/vocabulary.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';

const PRESETS = {
  roster: PERMISSIONS.filter((permission) => permission !== 'view-hr-integrations'),
  reading: PERMISSIONS.filter((permission) => permission.startsWith('view-')),
  everything: PERMISSIONS,
} as const;

export function CreateKey({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (key: IssuedKey) => void;
}) {
  const { keys, common, vocabulary } = useMessages();
  const fieldText = useFieldText();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<Permission[]>([]);
  const integrations = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  const [allowFrom, setAllowFrom] = useState('');
  const [expiresOn, setExpiresOn] = useState(inOneYear);
  const create = useChange({
    send: () =>
      call('POST /keys', {
        body: {
          name: name.trim(),
          permissions,
          // The end of the day in the reader's time zone.
          expiresAt: expiresOn ? new Date(`${expiresOn}T23:59:59`).toISOString() : null,
          integrationIds: chosen.length > 0 ? chosen.map(Number) : null,
          allowFrom: networksIn(allowFrom),
        },
      }),
    next: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={keys.create}
      onSubmit={() => create.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={create.isPending}
            disabled={!name.trim() || permissions.length === 0}
          >
            {keys.create}
          </Button>
        </>
      }
    >
      <Problem error={create.error} fields={['name', 'permissions', 'expiresAt', 'allowFrom']} />
      <TextField
        label={keys.name}
        help={keys.nameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        error={fieldText(create.error, 'name')}
      />
      <div className="row">
        <span className="small quiet">{keys.presets.label}</span>
        {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((preset) => (
          <button
            key={preset}
            type="button"
            className="chip"
            aria-pressed={isSame(permissions, PRESETS[preset])}
            onClick={() => setPermissions([...PRESETS[preset]])}
          >
            {keys.presets[preset]}
          </button>
        ))}
      </div>
      <Checkboxes
        label={keys.permissions}
        help={keys.permissionsHelp}
        values={permissions}
        options={PERMISSIONS.map((value) => ({
          value,
          label: vocabulary.permission[value],
          text: keys.permissionText[value],
        }))}
        onChange={setPermissions}
        error={fieldText(create.error, 'permissions')}
      />
      {integrations.length > 0 && (
        <Checkboxes
          label={`${keys.integrations} (${common.optional})`}
          help={keys.integrationsHelp}
          values={chosen}
          options={integrations.map(({ id, name: label }) => ({ value: String(id), label }))}
          onChange={setChosen}
        />
      )}
      <TextField
        label={`${keys.allowFrom} (${common.optional})`}
        help={keys.allowFromHelp}
        value={allowFrom}
        onChange={setAllowFrom}
        autoComplete="off"
        spellCheck={false}
        error={errorAt(create.error, 'allowFrom') && keys.allowFromWrong}
      />
      <TextField
        label={`${keys.expires} (${common.optional})`}
        help={keys.expiresHelp}
        type="date"
        value={expiresOn}
        onChange={setExpiresOn}
        error={fieldText(create.error, 'expiresAt')}
      />
    </Modal>
  );
}

function isSame(some: readonly Permission[], others: readonly Permission[]): boolean {
  return some.length === others.length && some.every((permission) => others.includes(permission));
}

/** The suggested last day of a key. */
function inOneYear(): string {
  const now = new Date();
  const date = new Date(Date.UTC(now.getFullYear() + 1, now.getMonth(), now.getDate()));
  return date.toISOString().slice(0, 10);
}

/** Separated by commas or white space. Null: every address. */
function networksIn(text: string): string[] | null {
  const networks = text.split(/[\s,;]+/).filter(Boolean);
  return networks.length > 0 ? networks : null;
}
