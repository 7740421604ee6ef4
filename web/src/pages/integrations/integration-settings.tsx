import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Integration } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { AsText } from '../../design/as-text.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { useUnsaved } from '../../unsaved/use-unsaved.ts';
import { ExpectField } from './expect-field.tsx';
import { ReviewDefault } from './review-default.tsx';
import { TakesOverField } from './takes-over-field.tsx';

type Settings = ReturnType<typeof settingsOf>;
/** As they are typed. */
type Typed = Omit<Settings, 'holdCount' | 'holdPercent' | 'technicalContact'> &
  Record<'holdCount' | 'holdPercent' | 'technicalContact', string>;

export function IntegrationSettings({ integration }: { integration: Integration }) {
  const { integrations, common, errors } = useMessages();
  const mayChange = useMay('change-people');
  // Another default takes effect at once, so its effect is shown first.
  const [reviewing, setReviewing] = useState(false);
  const form = useForm({
    initial: () => typedOf(settingsOf(integration)),
    send: (_, changes) =>
      call('PATCH /integrations/:id', { params: { id: integration.id }, body: toSend(changes) }),
    done: common.saved,
    next: () => setReviewing(false),
  });
  const { values, set } = form;
  useUnsaved(form.isChanged);
  const limit = (field: 'holdCount' | 'holdPercent') => ({
    ...form.field(field),
    ...(readLimit(values[field]) === undefined && { error: errors.number }),
  });
  const hasLimits = [values.holdCount, values.holdPercent].every((text) => readLimit(text) !== undefined);
  const changesDefault = form.changes.autoSyncDefault !== undefined;
  // Somebody else may have stored the same meanwhile.
  if (reviewing && !changesDefault) setReviewing(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasLimits) return;
    form.reset();
    if (!changesDefault) form.mutate(undefined);
    else setReviewing(true);
  };
  return (
    <Card title={integrations.settings} actions={mayChange && <Connection integration={integration} />}>
      <form className="form integration-settings" onSubmit={submit} noValidate>
        <AsText value={!mayChange}>
          <Problem error={form.error} fields={form.fields} />
          <TextField label={common.name} {...form.field('name')} maxLength={200} />
          <div className="stack">
            <div>
              <h3>{integrations.hold}</h3>
              <p className="small quiet">{integrations.holdText}</p>
            </div>
            <div className="form-columns">
              <TextField
                label={integrations.holdCount}
                help={integrations.holdOff}
                inputMode="numeric"
                {...limit('holdCount')}
              />
              <TextField
                label={integrations.holdPercent}
                help={integrations.holdOff}
                suffix="%"
                inputMode="decimal"
                {...limit('holdPercent')}
              />
            </div>
          </div>
          <SwitchField
            label={integrations.approveByPeople}
            help={integrations.approveByPeopleText}
            checked={values.approveBy === 'portal'}
            onChange={(byPeople) => set({ approveBy: byPeople ? 'portal' : 'anyone' })}
          />
          <SwitchField
            label={integrations.keepInvalid}
            help={integrations.keepInvalidText}
            checked={values.onInvalid === 'keep'}
            onChange={(keep) => set({ onInvalid: keep ? 'keep' : 'reject' })}
          />
          {/* The schedule says how often a roster is fetched. */}
          {integration.source === null && (
            <ExpectField
              integration={integration}
              value={values.expectEvery}
              onChange={(expectEvery) => set({ expectEvery })}
            />
          )}
          <TextField
            label={integrations.technicalContact}
            help={integrations.technicalContactText}
            type="email"
            {...form.field('technicalContact')}
            maxLength={320}
          />
          <TakesOverField
            integration={integration}
            value={values.takesOver}
            onChange={(takesOver) => set({ takesOver })}
          />
          <SwitchField
            label={integrations.autoSync}
            help={integrations.autoSyncText}
            checked={values.autoSyncDefault}
            onChange={(autoSyncDefault) => set({ autoSyncDefault })}
          />
        </AsText>
        {mayChange ? (
          <div>
            <Button
              type="submit"
              kind="primary"
              busy={form.isPending}
              disabled={!form.isChanged || !values.name.trim()}
            >
              {common.save}
            </Button>
          </div>
        ) : (
          <p className="small quiet">{common.mayNotChange}</p>
        )}
      </form>
      {reviewing && (
        <ReviewDefault
          integrationId={integration.id}
          autoSyncDefault={values.autoSyncDefault}
          // The fields are below the dialog.
          form={{ ...form, fields: [] }}
          onClose={() => setReviewing(false)}
        />
      )}
    </Card>
  );
}

function Connection({ integration: { id, name, disconnectedAt } }: { integration: Integration }) {
  const { integrations } = useMessages();
  const set = (disconnected: boolean) =>
    call('PATCH /integrations/:id', { params: { id }, body: { disconnected } });
  const connect = useChange({ send: () => set(false), done: integrations.connected });
  if (disconnectedAt !== null)
    return (
      <Button size="small" icon="plug" busy={connect.isPending} onClick={() => connect.mutate()}>
        {integrations.connect}
      </Button>
    );
  return (
    <ConfirmedButton
      size="small"
      label={integrations.disconnect}
      title={integrations.disconnectTitle(name)}
      text={integrations.disconnectText}
      danger
      send={() => set(true)}
      done={integrations.disconnected}
    />
  );
}

function settingsOf({
  name,
  holdCount,
  holdPercent,
  approveBy,
  onInvalid,
  expectEvery,
  technicalContact,
  takesOver,
  autoSyncDefault,
}: Integration) {
  return {
    name,
    holdCount,
    holdPercent,
    approveBy,
    onInvalid,
    expectEvery,
    technicalContact,
    takesOver,
    autoSyncDefault,
  };
}

const typedOf = (settings: Settings): Typed => ({
  ...settings,
  holdCount: numberText(settings.holdCount),
  holdPercent: numberText(settings.holdPercent),
  technicalContact: settings.technicalContact ?? '',
});

/** Only what was changed is sent, so that a limit that another person has set meanwhile stays. */
function toSend({ name, holdCount, holdPercent, technicalContact, ...others }: Partial<Typed>) {
  const count = readLimit(holdCount);
  const percent = readLimit(holdPercent);
  return {
    ...others,
    ...(count !== undefined && { holdCount: count }),
    ...(percent !== undefined && { holdPercent: percent }),
    ...(name !== undefined && { name: name.trim() }),
    ...(technicalContact !== undefined && { technicalContact: technicalContact.trim() || null }),
  };
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Null is no limit, for an empty field. Undefined is a text that is not a number, or none. */
function readLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim().replace(',', '.');
  if (!trimmed) return null;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
}
