import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { useLanguage } from '../../language/use-language.ts';
import { usePayrollText } from '../payroll/use-payroll-text.ts';
import { PayrollFileLinks } from './payroll-file-links.tsx';
import { useHandoverText } from './use-handover-text.ts';

/** The files of a month, and of its year, for payroll. */
export function PayrollFiles({ month }: { month: string }) {
  const payroll = usePayrollText();
  const handover = useHandoverText();
  const { language } = useLanguage();
  const months = useQuery(routeQuery('GET /costs/payroll-months')).data;
  const digests = months?.find((each) => each.month === month)?.handover?.digests ?? [];
  const year = month.slice(0, 4);
  return (
    <Card
      title={payroll.files}
      text={payroll.filesText}
      actions={<Link href="/payroll">{payroll.settings}</Link>}
    >
      <div className="stack">
        <PayrollFileLinks month={month} />
        <div className="row">
          <DownloadLink
            kind="quiet"
            href={fileUrl('GET /costs/years/:year/tax-free', {
              params: { year: Number(year) },
              query: { language },
            })}
          >
            {payroll.yearFile(year)}
          </DownloadLink>
        </div>
        {digests.length > 0 && (
          <details className="small">
            <summary>{handover.digests}</summary>
            <dl className="cost-digests">
              {digests.map(({ format, digest }) => (
                <div key={format}>
                  <dt>{handover.files[format]}</dt>
                  <dd>
                    <code>{digest}</code>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </Card>
  );
}
