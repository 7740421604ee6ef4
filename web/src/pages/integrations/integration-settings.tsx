import { type FormEvent, useState } from 'react';
import { type Body, call } from '../../api/client.ts';
import type { Integration } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { AsText } from '../../design/as-text.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { changedSettings } from '../../domain/changed-settings.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { useUnsaved } from '../../unsaved/use-unsaved.ts';
import { ExpectField } from './expect-field.tsx';
import { ReviewDefault } from './review-default.tsx';
import { TakesOverField } from './takes-over-field.tsx';

const FIELDS = [
  'name',
  'holdCount',
  'holdPercent',
  'approveBy',
  'onInvalid',
  'expectEvery',
  'technicalContact',
  'takesOver',
  'autoSyncDefault',
] as const;

type Settings = Required<Pick<Body<'PATCH /integrations/:id'>, (typeof FIELDS)[number]>>;

export function IntegrationSettings({ integration }: { integration: Integration }) {
  const { integrations, common, errors } = useMessages();
  const fieldText = useFieldText();
  const mayChange = useMay('change-people');
  const [name, setName] = useState(integration.name);
  const [holdCount, setHoldCount] = useState(numberText(integration.holdCount));
  const [holdPercent, setHoldPercent] = useState(numberText(integration.holdPercent));
  const [approveBy, setApproveBy] = useState(integration.approveBy);
  const [onInvalid, setOnInvalid] = useState(integration.onInvalid);
  const [expectEvery, setExpectEvery] = useState(integration.expectEvery);
  const [contact, setContact] = useState(integration.technicalContact ?? '');
  const [takesOver, setTakesOver] = useState(integration.takesOver);
  const [autoSyncDefault, setAutoSync] = useState(integration.autoSyncDefault);
  const [saved, setSaved] = useState<Settings>(() => ({
    name: integration.name,
    holdCount: integration.holdCount,
    holdPercent: integration.holdPercent,
    approveBy: integration.approveBy,
    onInvalid: integration.onInvalid,
    expectEvery: integration.expectEvery,
    technicalContact: integration.technicalContact,
    takesOver: integration.takesOver,
    autoSyncDefault: integration.autoSyncDefault,
  }));
  const technicalContact = contact.trim() || null;
  const typed = {
    name: name.trim(),
    approveBy,
    onInvalid,
    expectEvery,
    technicalContact,
    takesOver,
    autoSyncDefault,
  };
  useUnsaved(
    Object.keys(changedSettings(saved, { ...saved, ...typed })).length > 0 ||
      holdCount !== numberText(saved.holdCount) ||
      holdPercent !== numberText(saved.holdPercent),
  );
  const limits = { holdCount: readLimit(holdCount), holdPercent: readLimit(holdPercent) };
  const limitError = (field: keyof typeof limits) =>
    limits[field] === undefined ? errors.number : fieldText(save.error, field);
  const save = useChange({
    // Only the changed fields are sent, so that a limit that another person has set meanwhile stays.
    send: (settings: Settings) =>
      call('PATCH /integrations/:id', {
        params: { id: integration.id },
        body: changedSettings(saved, settings),
      }),
    done: common.saved,
    next: (_, settings) => {
      setSaved(settings);
      setReviewed(null);
    },
  });
  // Another default takes effect at once, so its effect is shown first.
  const [reviewed, setReviewed] = useState<Settings | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { holdCount, holdPercent } = limits;
    if (holdCount === undefined || holdPercent === undefined) return;
    const settings = { ...typed, holdCount, holdPercent };
    if (autoSyncDefault === saved.autoSyncDefault) save.mutate(settings);
    else setReviewed(settings);
  };
  return (
    <Card title={integrations.settings} actions={mayChange && <Connection integration={integration} />}>
      <form className="form integration-settings" onSubmit={submit} noValidate>
        <AsText value={!mayChange}>
          <Problem error={save.error} fields={FIELDS} />
          <TextField
            label={common.name}
            value={name}
            onChange={setName}
            maxLength={200}
            error={fieldText(save.error, 'name')}
          />
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
                value={holdCount}
                onChange={setHoldCount}
                error={limitError('holdCount')}
              />
              <TextField
                label={integrations.holdPercent}
                help={integrations.holdOff}
                suffix="%"
                inputMode="decimal"
                value={holdPercent}
                onChange={setHoldPercent}
                error={limitError('holdPercent')}
              />
            </div>
          </div>
          <SwitchField
            label={integrations.approveByPeople}
            help={integrations.approveByPeopleText}
            checked={approveBy === 'portal'}
            onChange={(byPeople) => setApproveBy(byPeople ? 'portal' : 'anyone')}
          />
          <SwitchField
            label={integrations.keepInvalid}
            help={integrations.keepInvalidText}
            checked={onInvalid === 'keep'}
            onChange={(keep) => setOnInvalid(keep ? 'keep' : 'reject')}
          />
          {/* The schedule says how often a roster is fetched. */}
          {integration.source === null && (
            <ExpectField integration={integration} value={expectEvery} onChange={setExpectEvery} />
          )}
          <TextField
            label={integrations.technicalContact}
            help={integrations.technicalContactText}
            type="email"
            value={contact}
            onChange={setContact}
            maxLength={320}
            error={fieldText(save.error, 'technicalContact')}
          />
          <TakesOverField integration={integration} value={takesOver} onChange={setTakesOver} />
          <SwitchField
            label={integrations.autoSync}
            help={integrations.autoSyncText}
            checked={autoSyncDefault}
            onChange={setAutoSync}
          />
        </AsText>
        {mayChange ? (
          <div>
            <Button type="submit" kind="primary" busy={save.isPending} disabled={!name.trim()}>
              {common.save}
            </Button>
          </div>
        ) : (
          <p className="small quiet">{common.mayNotChange}</p>
        )}
      </form>
      {reviewed && (
        <ReviewDefault
          integrationId={integration.id}
          autoSyncDefault={reviewed.autoSyncDefault}
          form={{ ...save, mutate: () => save.mutate(reviewed) }}
          onClose={() => setReviewed(null)}
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

function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Null is no limit, for an empty field. Undefined is a text that is not a number. */
function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (!trimmed) return null;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
}
