import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { SESSION } from '../../api/session-key.ts';
import { AsText } from '../../design/as-text.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay, useSession } from '../../session/context.ts';
import { useUnsaved } from '../../unsaved/use-unsaved.ts';
import { CompanyData } from './company-data.tsx';
import { MoneyFields } from './money-fields.tsx';
import { ReviewChanges } from './review-changes.tsx';
import { MAX_RETENTION_MONTHS, settingsOf } from './settings.ts';

const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);
const ZONES = Intl.supportedValuesOf('timeZone');

export function CompanyForm({ company }: { company: Company }) {
  const m = useMessages();
  const words = m.company;
  const mayChange = useMay('administer');
  const { mail } = useSession();
  const client = useQueryClient();
  const [hasAmount, setHasAmount] = useState(true);
  const [reviewing, setReviewing] = useState(false);
  const form = useForm({
    initial: settingsOf(company),
    send: (_, body) => call('PATCH /company', { body }),
    done: m.common.saved,
    next: () => {
      // The session contains the company's name and time zone.
      void client.invalidateQueries({ queryKey: SESSION });
      setReviewing(false);
    },
  });
  const { values, changes, isChanged, set } = form;
  useUnsaved(isChanged || !hasAmount);
  const isTooLong = values.retentionMonths > MAX_RETENTION_MONTHS;
  const isValid = hasAmount && values.name.trim() !== '' && !isTooLong;
  // Somebody else may have stored the same meanwhile.
  if (reviewing && !isChanged) setReviewing(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.reset();
    setReviewing(true);
  };
  return (
    <form className="page company-form" onSubmit={submit} noValidate>
      <AsText value={!mayChange}>
        <Card title={words.basics}>
          <div className="form">
            <TextField
              label={words.name}
              value={values.name}
              onChange={(name) => set({ name })}
              maxLength={200}
              error={values.name.trim() ? undefined : m.errors.required}
            />
            <div className="form-columns">
              <SelectField
                label={words.locale}
                value={values.locale}
                options={withPresent(Object.entries(words.locales), values.locale)}
                onChange={(locale) => set({ locale })}
              />
              <SelectField
                label={words.timeZone}
                help={words.timeZoneHelp}
                value={values.timeZone}
                options={withPresent(
                  ZONES.map((zone) => [zone, zone]),
                  values.timeZone,
                )}
                onChange={(timeZone) => set({ timeZone })}
              />
            </div>
          </div>
        </Card>
        <Card title={words.money}>
          <MoneyFields company={company} values={values} onChange={set} onValid={setHasAmount} />
        </Card>
        <Card title={words.enrolment}>
          <SwitchField
            label={words.autoEnrol}
            help={words.autoEnrolText}
            checked={values.autoEnrol}
            onChange={(autoEnrol) => set({ autoEnrol })}
          />
        </Card>
        <Card title={words.mail}>
          <SwitchField
            label={words.mailEmployees}
            help={mail ? words.mailEmployeesText : words.mailNotSetUp}
            checked={values.mailEmployees}
            disabled={mail === null && !values.mailEmployees}
            onChange={(mailEmployees) => set({ mailEmployees })}
          />
        </Card>
        <Card title={words.cutOffs} text={words.cutOffsText}>
          <div className="form-columns">
            <DayField
              label={words.orderUntil}
              value={values.orderUntilDay}
              onChange={(orderUntilDay) => set({ orderUntilDay })}
            />
            <DayField
              label={words.cancelUntil}
              value={values.cancelUntilDay}
              onChange={(cancelUntilDay) => set({ cancelUntilDay })}
            />
            <DayField
              label={words.pauseUntil}
              value={values.pauseUntilDay}
              onChange={(pauseUntilDay) => set({ pauseUntilDay })}
            />
          </div>
        </Card>
        <CompanyData values={values} onChange={set} />
        <Card title={words.privacy}>
          <div className="form-narrow">
            <TextField
              label={words.retention}
              help={words.retentionHelp}
              suffix={words.months}
              inputMode="numeric"
              value={String(values.retentionMonths)}
              onChange={(text) => set({ retentionMonths: Number(text.replaceAll(/\D/g, '').slice(0, 4)) })}
              error={isTooLong ? words.retentionTooLong(MAX_RETENTION_MONTHS) : undefined}
            />
          </div>
        </Card>
      </AsText>
      {mayChange ? (
        <div className="form-foot save-bar">
          <Button type="submit" kind="primary" disabled={!isChanged || !isValid}>
            {words.review}
          </Button>
        </div>
      ) : (
        <p className="quiet">{m.common.mayNotChange}</p>
      )}
      {reviewing && <ReviewChanges changes={changes} form={form} onClose={() => setReviewing(false)} />}
    </form>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { company } = useMessages();
  return (
    <SelectField
      label={label}
      value={value === null ? '' : String(value)}
      options={[
        { value: '', label: company.lastDay },
        ...DAYS.map((day) => ({ value: String(day), label: company.dayOfMonth(day) })),
      ]}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : null)}
    />
  );
}

/** Adds the present value to the options if the browser does not know it. */
function withPresent(options: [string, string][], present: string): { value: string; label: string }[] {
  const known = options.some(([value]) => value === present);
  return [...(known ? [] : [[present, present] as const]), ...options].map(([value, label]) => ({
    value,
    label,
  }));
}
