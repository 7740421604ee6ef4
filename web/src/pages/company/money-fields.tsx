import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { Company } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Radios, TextField } from '../../design/field.tsx';
import { PLAN_TYPES, type PlanType } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { type CompanySettings, MAX_SUBSIDY_CENTS, readEuros, showEuros } from './settings.ts';

/** The service calculates the contributions while the person types: it alone has the formula. */
export function MoneyFields({
  company,
  values,
  onChange,
  onValid,
}: {
  company: Company;
  values: CompanySettings;
  onChange: (changes: Partial<CompanySettings>) => void;
  /** Whether the amount can be read. */
  onValid: (isValid: boolean) => void;
}) {
  const { company: words, vocabulary } = useMessages();
  const format = useFormat();
  const mayChange = useMay('administer');
  const { subsidyCents } = values;
  const [typedSubsidy, setTypedSubsidy] = useState<string>();
  const typed = typedSubsidy === undefined ? subsidyCents : readEuros(typedSubsidy);
  const isAmount = isPossible(typed);
  // Another amount that is stored meanwhile replaces the typed text.
  const subsidy =
    typedSubsidy === undefined || (isAmount && typed !== subsidyCents)
      ? showEuros(subsidyCents, format.locale)
      : typedSubsidy;
  const preview = useQuery({
    ...routeQuery('POST /company/preview', { body: { subsidyCents } }),
    enabled: mayChange && subsidyCents !== company.subsidyCents,
    placeholderData: keepPreviousData,
  });
  const shown = (subsidyCents === company.subsidyCents ? undefined : preview.data?.after) ?? company;
  return (
    <div className="form">
      <Radios<PlanType>
        label={words.defaultPlan}
        value={values.defaultPlanType}
        options={PLAN_TYPES.map((value) => ({
          value,
          label: vocabulary.plan[value],
          text: vocabulary.planText[value],
        }))}
        onChange={(defaultPlanType) => onChange({ defaultPlanType })}
      />
      <div className="form-narrow stack">
        <TextField
          label={words.subsidy}
          help={[
            words.price(format.money(company.ticketPriceCents)),
            ...(company.priceChange
              ? [
                  words.nextPrice(
                    format.month(company.priceChange.from),
                    format.money(company.priceChange.cents),
                  ),
                ]
              : []),
          ].join(' ')}
          suffix="€"
          inputMode="decimal"
          value={subsidy}
          error={
            isAmount
              ? undefined
              : typed === undefined
                ? words.amountWrong
                : words.amountTooLarge(format.money(MAX_SUBSIDY_CENTS))
          }
          onChange={(text) => {
            setTypedSubsidy(text);
            const cents = readEuros(text);
            onValid(isPossible(cents));
            if (isPossible(cents)) onChange({ subsidyCents: cents });
          }}
        />
        {mayChange && isAmount && subsidyCents > company.ticketPriceCents && (
          <Callout tone="warn">{words.abovePrice(format.money(company.ticketPriceCents))}</Callout>
        )}
      </div>
      <div className="stack-s">
        <h3>{words.contributions}</h3>
        <div className="table-scroll contributions">
          <table className="table" aria-live="polite">
            <thead>
              <tr>
                <th>{words.plan}</th>
                <th className="end">{words.companyPays}</th>
                <th className="end">{words.employeePays}</th>
              </tr>
            </thead>
            <tbody>
              {PLAN_TYPES.flatMap((plan) =>
                shown.contributions.filter(({ planType }) => planType === plan),
              ).map((line) => (
                <tr key={line.planType}>
                  <td>{vocabulary.plan[line.planType]}</td>
                  <td className="end numbers">{format.money(line.employerCents)}</td>
                  <td className="end numbers strong">{format.money(line.contributionCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

const isPossible = (cents: number | undefined): cents is number =>
  cents !== undefined && cents <= MAX_SUBSIDY_CENTS;
