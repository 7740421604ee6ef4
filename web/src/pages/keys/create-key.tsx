import { useQuery } from '@tanstack/react-query';
import { errorAt } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedKey } from '../../api/routes.ts';
import { Checkboxes, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { PERMISSIONS, type Permission } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useKeysText } from './use-keys-text.ts';

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
  const { common, vocabulary } = useMessages();
  const keys = useKeysText();
  const integrations = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const form = useForm({
    initial: () => ({
      name: '',
      permissions: [] as Permission[],
      integrationIds: [] as string[],
      allowFrom: '',
      expiresAt: inOneYear(),
    }),
    send: ({ name, permissions: allowed, integrationIds, allowFrom, expiresAt }) =>
      call('POST /keys', {
        body: {
          name: name.trim(),
          permissions: allowed,
          // The end of the day in the reader's time zone.
          expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : null,
          integrationIds: integrationIds.length > 0 ? integrationIds.map(Number) : null,
          allowFrom: networksIn(allowFrom),
        },
      }),
    next: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  const { permissions } = form.values;
  return (
    <FormDialog
      wide
      title={keys.create}
      button={keys.create}
      disabled={!form.values.name.trim() || permissions.length === 0}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={keys.name}
        help={keys.nameHelp}
        maxLength={200}
        autoComplete="off"
        {...form.field('name')}
      />
      <div className="row">
        <span className="small quiet">{keys.presets.label}</span>
        {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((preset) => (
          <button
            key={preset}
            type="button"
            className="chip"
            aria-pressed={isSame(permissions, PRESETS[preset])}
            onClick={() => form.set({ permissions: [...PRESETS[preset]] })}
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
        onChange={(chosen) => form.set({ permissions: chosen })}
        error={form.field('permissions').error}
      />
      {integrations.length > 0 && (
        <Checkboxes
          label={`${keys.integrations} (${common.optional})`}
          help={keys.integrationsHelp}
          values={form.values.integrationIds}
          options={integrations.map(({ id, name: label }) => ({ value: String(id), label }))}
          onChange={(integrationIds) => form.set({ integrationIds })}
        />
      )}
      <TextField
        label={`${keys.allowFrom} (${common.optional})`}
        help={keys.allowFromHelp}
        autoComplete="off"
        spellCheck={false}
        {...form.field('allowFrom')}
        error={errorAt(form.error, 'allowFrom') && keys.allowFromWrong}
      />
      <TextField
        label={`${keys.expires} (${common.optional})`}
        help={keys.expiresHelp}
        type="date"
        {...form.field('expiresAt')}
      />
    </FormDialog>
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
