import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { AsText } from '../../design/as-text.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { DatevCard } from './datev-card.tsx';
import { ReadyCard } from './ready-card.tsx';
import { TaxFreeCard } from './tax-free-card.tsx';
import { usePayrollText } from './use-payroll-text.ts';

/** What the files for payroll contain. */
export default function PayrollPage() {
  const payroll = usePayrollText();
  const { common } = useMessages();
  const mayChange = useMay('administer');
  const company = useQuery(routeQuery('GET /company'));
  const datev = useQuery(routeQuery('GET /datev'));
  return (
    <div className="page">
      <PageHead title={payroll.title} text={payroll.text} />
      <Loaded query={company} lines={6}>
        {(data) => (
          <AsText value={!mayChange}>
            {!mayChange && <p className="quiet">{common.mayNotChange}</p>}
            <TaxFreeCard company={data} />
            <ReadyCard company={data} />
            <Loaded query={datev} lines={4}>
              {({ clients }) => <DatevCard clients={clients} month={data.businessDate.slice(0, 7)} />}
            </Loaded>
          </AsText>
        )}
      </Loaded>
    </div>
  );
}
