import type { SubsidyChange } from '../api/routes.ts';
import { Callout } from '../design/callout.tsx';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';

/** Employees pay at most what they have signed, so a lower subsidy costs the company more until they accept. */
export function AmountEffect({ change }: { change: SubsidyChange }) {
  const { company: m, common } = useMessages();
  const format = useFormat();
  const { people, before, atFirst, onceAccepted, offered, withdrawn, replaced } = change;
  if (people + offered + withdrawn + replaced === 0) return <p className="small quiet">{m.concernsNobody}</p>;
  return (
    <section className="stack" aria-label={m.concerns(people)}>
      <div>
        <h3>{m.concerns(people)}</h3>
        <p className="small quiet">{m.atMostSigned}</p>
      </div>
      <table className="table table-plain">
        <thead>
          <tr>
            <th>
              <span className="hidden-visually">{m.subsidy}</span>
            </th>
            <th className="numbers">{common.before}</th>
            <th className="numbers">{m.atFirst}</th>
            <th className="numbers">{m.onceAccepted}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{m.employeesPay}</td>
            <td className="numbers">{format.money(before.employees)}</td>
            <td className="numbers">{format.moneyChange(atFirst.employees)}</td>
            <td className="numbers">{format.moneyChange(onceAccepted.employees)}</td>
          </tr>
          <tr>
            <td>{m.companyPays}</td>
            <td className="numbers">{format.money(before.employer)}</td>
            <td className="numbers">{format.moneyChange(atFirst.employer)}</td>
            <td className="numbers">{format.moneyChange(onceAccepted.employer)}</td>
          </tr>
        </tbody>
      </table>
      {offered > 0 && <Callout>{m.offersNewTerms(offered)}</Callout>}
      {withdrawn > 0 && <p className="small">{m.withdrawsNewTerms(withdrawn)}</p>}
      {replaced > 0 && <p className="small">{m.replacesOffers(replaced)}</p>}
    </section>
  );
}
