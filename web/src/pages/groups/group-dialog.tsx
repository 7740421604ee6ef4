import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { Company, Group } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Checkboxes, Radios, TextAreaField, TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { PLAN_TYPES, type PlanType } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { MAX_SUBSIDY_CENTS, readEuros, showEuros } from '../company/settings.ts';
import { FIELDS, type GroupValues, linesOf, type RuleField, settingsOf, toggled } from './group-values.ts';
import type { GroupChange } from './review-group-change.tsx';
import { useGroupsText } from './use-groups-text.ts';

/** The settings of a group. What they change is shown before they are saved. */
export function GroupDialog({
  company,
  group,
  onClose,
  onReview,
}: {
  company: Company;
  /** Without one: a new group. */
  group?: Group;
  onClose: () => void;
  onReview: (change: GroupChange) => void;
}) {
  const text = useGroupsText();
  const { common, company: words, vocabulary } = useMessages();
  const format = useFormat();
  const [values, setValues] = useState(() => valuesOf(group, company, format.locale));
  const set = (changes: Partial<GroupValues>) => setValues((before) => ({ ...before, ...changes }));
  const cents = readEuros(values.subsidy);
  const isAmount = cents !== undefined && cents <= MAX_SUBSIDY_CENTS;
  const plans = PLAN_TYPES.map((value) => ({ value, label: vocabulary.plan[value] }));
  const review = () => {
    if (cents === undefined) return;
    const settings = settingsOf(values, cents);
    const { name } = settings;
    onReview(group ? { action: 'set', id: group.id, name, settings } : { action: 'create', name, settings });
  };
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={group ? text.editTitle : text.newTitle}
      onSubmit={review}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" disabled={values.name.trim() === '' || !isAmount}>
            {text.review}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="form-columns">
          <TextField
            label={text.name}
            help={text.nameHelp}
            maxLength={100}
            value={values.name}
            onChange={(name) => set({ name })}
          />
          <TextField
            label={text.subsidy}
            help={words.price(format.money(company.ticketPriceCents))}
            suffix="€"
            inputMode="decimal"
            value={values.subsidy}
            error={isAmount ? undefined : words.amountWrong}
            onChange={(subsidy) => set({ subsidy })}
          />
        </div>
        <fieldset className="field">
          <legend className="field-label">{text.rule}</legend>
          <p className="field-help">{text.ruleText}</p>
          <RuleFields values={values} onChange={set} />
        </fieldset>
        <Radios<PlanType>
          label={text.plan}
          value={values.defaultPlanType}
          options={plans.map((plan) => ({ ...plan, text: vocabulary.planText[plan.value] }))}
          onChange={(defaultPlanType) =>
            set({
              defaultPlanType,
              offeredPlanTypes: [...new Set([...values.offeredPlanTypes, defaultPlanType])],
            })
          }
        />
        <p className="small quiet">{text.planHelp}</p>
        <Checkboxes<PlanType>
          label={text.offered}
          values={values.offeredPlanTypes}
          options={plans}
          onChange={(offered) =>
            set({ offeredPlanTypes: [...new Set([...offered, values.defaultPlanType])] })
          }
        />
      </div>
    </Modal>
  );
}

/** A field of a rule each, with the values that rosters have. */
function RuleFields({
  values,
  onChange,
}: {
  values: GroupValues;
  onChange: (changes: Partial<GroupValues>) => void;
}) {
  const { vocabulary } = useMessages();
  const known = useQuery(routeQuery('GET /payroll-values')).data;
  return (
    <div className="form-columns groups-fields">
      {FIELDS.map((field) => (
        <div key={field} className="stack-s">
          <TextAreaField
            label={vocabulary.personField[field]}
            rows={Math.min(6, Math.max(2, linesOf(values[field]).length + 1))}
            value={values[field]}
            onChange={(lines) => onChange({ [field]: lines })}
          />
          {field !== 'personnelNumber' && (
            <Known
              values={known?.[field] ?? []}
              chosen={values[field]}
              onToggle={(value) => onChange({ [field]: toggled(values[field], value) })}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const MAX_SHOWN = 8;

function Known({
  values,
  chosen,
  onToggle,
}: {
  values: readonly string[];
  chosen: string;
  onToggle: (value: string) => void;
}) {
  const text = useGroupsText();
  if (values.length === 0) return null;
  const isChosen = (value: string) =>
    linesOf(chosen).some((line) => line.toLowerCase() === value.toLowerCase());
  return (
    <div className="row groups-known">
      <span className="small quiet">{text.inRosters}</span>
      {values.slice(0, MAX_SHOWN).map((value) => (
        <Button
          key={value}
          size="small"
          {...(isChosen(value) ? { icon: 'check' as const } : { kind: 'quiet' as const })}
          aria-pressed={isChosen(value)}
          onClick={() => onToggle(value)}
        >
          {value}
        </Button>
      ))}
    </div>
  );
}

function valuesOf(group: Group | undefined, company: Company, locale: string): GroupValues {
  const fields = FIELDS.map((field) => [field, (group?.rule[field] ?? []).join('\n')] as const);
  const { defaultPlanType, subsidyCents } = group ?? company;
  return {
    ...(Object.fromEntries(fields) as Record<RuleField, string>),
    name: group?.name ?? '',
    subsidy: showEuros(subsidyCents, locale),
    defaultPlanType,
    offeredPlanTypes: group?.offeredPlanTypes ?? [defaultPlanType],
  };
}
