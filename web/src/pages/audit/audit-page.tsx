import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Actor, AuditEntry } from '../../api/routes.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { PageHead } from '../../design/page.tsx';
import { actionName } from '../../domain/action-name.ts';
import { ActorName } from '../../domain/actor-name.tsx';
import { DayFilters } from '../../domain/day-filters.tsx';
import { Details } from '../../domain/details.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

const PER_PAGE = 25;
const ACTORS: readonly Actor['type'][] = ['portal-user', 'api-key', 'employee', 'operator', 'system'];

export default function AuditPage() {
  const m = useMessages();
  const { audit, common, vocabulary } = m;
  const format = useFormat();
  const { language } = useLanguage();
  const address = useListAddress();
  const mayChange = useMayChange();
  const filters = {
    actorTypes: address.choices('actorTypes', ACTORS),
    subjectTypes: address.choices('subjectTypes', Object.keys(audit.subjects)),
    from: format.startOfDay(address.get('from')),
    to: format.endOfDay(address.get('to')),
  };
  const query = useQuery(
    routeQuery('GET /audit-log', { query: { ...filters, page: address.page, perPage: PER_PAGE } }),
  );
  return (
    <div className="page">
      <PageHead
        title={audit.title}
        text={audit.text}
        actions={
          mayChange && (
            <DownloadLink href={fileUrl('GET /audit-log.csv', { query: { ...filters, language } })}>
              {common.exportCsv}
            </DownloadLink>
          )
        }
      />
      <div className="row filters">
        <FilterSelect
          label={audit.who}
          any={audit.anyActor}
          value={address.get('actorTypes')}
          options={ACTORS.map((value) => ({ value, label: vocabulary.actor[value] }))}
          onChange={(actorTypes) => address.set({ actorTypes })}
        />
        <FilterSelect
          label={audit.about}
          any={audit.anySubject}
          value={address.get('subjectTypes')}
          options={Object.entries(audit.subjects).map(([value, label]) => ({ value, label }))}
          onChange={(subjectTypes) => address.set({ subjectTypes })}
        />
        <DayFilters address={address} names={['from', 'to']} />
      </div>
      <div className="card">
        <PagedTable
          query={query}
          keyOf={({ id }) => id}
          empty={
            <Empty icon="log" title={audit.none}>
              {audit.noneText}
            </Empty>
          }
          columns={[
            { title: audit.when, className: 'nowrap quiet numbers', show: ({ at }) => format.moment(at) },
            { title: audit.who, show: ({ actor }) => <ActorName actor={actor} /> },
            {
              title: audit.what,
              className: 'strong roomy',
              show: (entry) => <SubjectLink entry={entry}>{actionName(entry.action, m)}</SubjectLink>,
            },
            { title: audit.details, show: ({ details }) => <Details details={details} /> },
          ]}
        />
      </div>
    </div>
  );
}

function SubjectLink({ entry: { subject }, children }: { entry: AuditEntry; children: string }) {
  if (subject.type === 'employee') return <Link href={`/employees/${subject.id}`}>{children}</Link>;
  if (subject.type === 'hr-integration') return <Link href={`/integrations/${subject.id}`}>{children}</Link>;
  return children;
}
