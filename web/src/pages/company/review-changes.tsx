import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../texts/format.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Company, CompanyPreview } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { isSame } from '../../design/changed-values.ts';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { AmountEffect } from '../../domain/amount-effect.tsx';
import { WaitingOrder } from '../../domain/waiting-order.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { type CompanySettings, SETTINGS } from './settings.ts';

/** Shows the changes and the people they affect, before they are saved. */
export function ReviewChanges({
  changes,
  form,
  onClose,
}: {
  changes: Partial<CompanySettings>;
  form: ComponentProps<typeof FormDialog>['form'];
  onClose: () => void;
}) {
  const { company, common } = useMessages();
  const format = useFormat();
  const preview = useQuery({
    ...routeQuery('POST /company/preview', { body: changes }),
    staleTime: 0,
  });
  // A subsidy above the price is often a slip of the keyboard.
  const after = preview.data?.after;
  const isAbovePrice =
    changes.subsidyCents !== undefined && after !== undefined && after.subsidyCents > after.ticketPriceCents;
  const [isMeant, setMeant] = useState(false);
  return (
    <FormDialog
      wide
      title={company.reviewTitle}
      button={common.save}
      disabled={!preview.isSuccess || (isAbovePrice && !isMeant)}
      // The fields are below the dialog.
      form={{ ...form, fields: [] }}
      onClose={onClose}
    >
      <Loaded query={preview}>{(data) => <Differences preview={data} />}</Loaded>
      {isAbovePrice && (
        <Callout tone="warn" title={company.abovePriceTitle}>
          <label className="choice">
            <input type="checkbox" checked={isMeant} onChange={({ target }) => setMeant(target.checked)} />
            <span>{company.abovePriceMeant(format.money(after.subsidyCents))}</span>
          </label>
        </Callout>
      )}
    </FormDialog>
  );
}

function Differences({ preview: { before, after, subsidyChange, waiting } }: { preview: CompanyPreview }) {
  const m = useMessages();
  const format = useFormat();
  const changed = SETTINGS.filter((name) => !isSame(before[name], after[name]));
  return (
    <>
      <table className="table table-plain">
        <thead>
          <tr>
            <th>
              <span className="hidden-visually">{m.company.reviewTitle}</span>
            </th>
            <th>{m.common.before}</th>
            <th>{m.common.after}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((name) => (
            <tr key={name}>
              <td>{labelOf(name, m)}</td>
              <td className="quiet">{show(before, name, m, format)}</td>
              <td className="strong">{show(after, name, m, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {subsidyChange && <AmountEffect change={subsidyChange} />}
      {changed.includes('autoEnrol') && after.autoEnrol && waiting.people > 0 && (
        <section className="stack" aria-label={m.company.autoEnrols(waiting.people)}>
          <div>
            <h3>{m.company.autoEnrols(waiting.people)}</h3>
            <p className="small quiet">{m.company.autoEnrolsText}</p>
          </div>
          <WaitingOrder waiting={waiting} />
        </section>
      )}
    </>
  );
}

function labelOf(name: keyof CompanySettings, { company }: Messages): string {
  const labels: Record<keyof CompanySettings, string> = {
    name: company.name,
    locale: company.locale,
    timeZone: company.timeZone,
    defaultPlanType: company.defaultPlan,
    autoEnrol: company.autoEnrol,
    mailEmployees: company.mailEmployees,
    subsidyCents: company.subsidy,
    orderUntilDay: company.orderUntil,
    cancelUntilDay: company.cancelUntil,
    pauseUntilDay: company.pauseUntil,
    retentionMonths: company.retention,
    legalName: company.legalName,
    address: company.address,
    taxNumber: company.taxNumber,
    costCentre: company.costCentre,
    wageType: company.wageType,
    payrollColumns: company.payrollColumns,
  };
  return labels[name];
}

function show(company: Company, name: keyof CompanySettings, m: Messages, format: Format): string {
  switch (name) {
    case 'defaultPlanType':
      return m.vocabulary.plan[company.defaultPlanType];
    case 'autoEnrol':
    case 'mailEmployees':
      return company[name] ? m.company.on : m.company.off;
    case 'subsidyCents':
      return format.money(company.subsidyCents);
    case 'retentionMonths':
      return `${company.retentionMonths} ${m.company.months}`;
    case 'orderUntilDay':
    case 'cancelUntilDay':
    case 'pauseUntilDay': {
      const day = company[name];
      return day === null ? m.company.lastDay : m.company.dayOfMonth(day);
    }
    case 'payrollColumns':
      return company.payrollColumns.map((column) => m.vocabulary.payrollColumn[column]).join(', ');
    default:
      return company[name] ?? m.company.notEntered;
  }
}
