import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { useLanguage } from '../../language/use-language.ts';
import { useMay } from '../../session/context.ts';
import { DatevFileButton, FORMATS, useDatevFile } from '../payroll/datev-file-button.tsx';
import { usePayrollText } from '../payroll/use-payroll-text.ts';

/** The files of a month, and of its year, for payroll. */
export function PayrollFiles({ month }: { month: string }) {
  const payroll = usePayrollText();
  const { language } = useLanguage();
  const mayChange = useMay('administer');
  const datev = useQuery(routeQuery('GET /datev')).data;
  const file = useDatevFile(month, false);
  const year = month.slice(0, 4);
  return (
    <Card
      title={payroll.files}
      text={payroll.filesText}
      actions={mayChange && <Link href="/payroll">{payroll.settings}</Link>}
    >
      <Problem error={file.error} />
      <div className="row">
        <DownloadLink
          href={fileUrl('GET /costs/:month/file', {
            params: { month },
            query: { format: 'tax-free', language },
          })}
        >
          {payroll.taxFreeFile}
        </DownloadLink>
        <DownloadLink
          href={fileUrl('GET /costs/years/:year/tax-free', {
            params: { year: Number(year) },
            query: { language },
          })}
        >
          {payroll.yearFile(year)}
        </DownloadLink>
        {datev &&
          datev.clients.length > 0 &&
          FORMATS.map(({ format, name }) => (
            <DatevFileButton key={format} format={format} file={file}>
              {name}
            </DatevFileButton>
          ))}
      </div>
    </Card>
  );
}
