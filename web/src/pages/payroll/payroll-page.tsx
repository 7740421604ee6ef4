import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { DatevCard } from './datev-card.tsx';
import { ReadyCard } from './ready-card.tsx';
import { TaxFreeCard } from './tax-free-card.tsx';
import { usePayrollText } from './use-payroll-text.ts';

/** What the files for payroll contain. */
export default function PayrollPage() {
  const payroll = usePayrollText();
  const company = useQuery(routeQuery('GET /company'));
  const datev = useQuery(routeQuery('GET /datev'));
  return (
    <div className="page">
      <PageHead title={payroll.title} text={payroll.text} />
      <Loaded query={company} lines={6}>
        {(data) => (
          <>
            <TaxFreeCard key={data.updatedAt} company={data} />
            <ReadyCard key={`ready ${data.updatedAt}`} company={data} />
            <Loaded query={datev} lines={4}>
              {({ clients }) => <DatevCard clients={clients} month={data.businessDate.slice(0, 7)} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </div>
  );
}
