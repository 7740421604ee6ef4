import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { useLanguage } from '../../language/use-language.ts';
import { DatevFileButton, FORMATS, useDatevFile } from '../payroll/datev-file-button.tsx';
import { useHandoverText } from './use-handover-text.ts';

/** The files of a month for payroll. */
export function PayrollFileLinks({ month }: { month: string }) {
  const handover = useHandoverText();
  const { language } = useLanguage();
  const datev = useQuery(routeQuery('GET /datev')).data;
  const file = useDatevFile(month, false);
  return (
    <>
      <Problem error={file.error} />
      <div className="row cost-files">
        {(['payroll', 'tax-free'] as const).map((format) => (
          <DownloadLink
            key={format}
            href={fileUrl('GET /costs/:month/file', { params: { month }, query: { format, language } })}
          >
            {handover.files[format]}
          </DownloadLink>
        ))}
        {datev &&
          datev.clients.length > 0 &&
          FORMATS.map(({ format, name }) => (
            <DatevFileButton key={format} format={format} file={file}>
              {name}
            </DatevFileButton>
          ))}
      </div>
    </>
  );
}
