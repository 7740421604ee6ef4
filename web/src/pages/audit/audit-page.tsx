import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { auditQuery } from '../../api/queries.ts';
import type { Actor, AuditEntry } from '../../api/types.ts';
import { Empty } from '../../design/empty.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Pager } from '../../design/pager.tsx';
import { actionName } from '../../domain/action-name.ts';
import { ActorName } from '../../domain/actor-name.tsx';
import { Details } from '../../domain/details.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const PER_PAGE = 25;
const ACTORS: readonly Actor['type'][] = ['portal-user', 'api-key', 'employee', 'operator', 'system'];

export default function AuditPage() {
  const { audit, vocabulary } = useMessages();
  const address = useListAddress();
  const query = useQuery(
    auditQuery({
      actorTypes: address.get('actorTypes'),
      subjectTypes: address.get('subjectTypes'),
      from: address.get('from'),
      to: address.get('to'),
      page: address.page,
      perPage: PER_PAGE,
    }),
  );
  return (
    <div className="page">
      <PageHead title={audit.title} text={audit.text} />
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
        {(['from', 'to'] as const).map((name) => (
          <input
            key={name}
            type="date"
            className="input filter-select"
            aria-label={audit[name]}
            title={audit[name]}
            value={address.get(name)}
            onChange={({ target }) => address.set({ [name]: target.value })}
          />
        ))}
      </div>
      <div className={query.isPlaceholderData ? 'card table-fading' : 'card'}>
        <Loaded query={query} lines={10}>
          {(page) => (
            <>
              <EntryTable entries={page.data} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

function EntryTable({ entries }: { entries: AuditEntry[] }) {
  const m = useMessages();
  const format = useFormat();
  const { audit } = m;
  if (entries.length === 0)
    return (
      <Empty icon="log" title={audit.none}>
        {audit.noneText}
      </Empty>
    );
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{audit.when}</th>
            <th>{audit.who}</th>
            <th>{audit.what}</th>
            <th>{audit.details}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="nowrap quiet numbers">{format.moment(entry.at)}</td>
              <td>
                <ActorName actor={entry.actor} />
              </td>
              <td className="strong">
                <SubjectLink entry={entry}>{actionName(entry.action, m)}</SubjectLink>
              </td>
              <td>
                <Details details={entry.details} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SubjectLink({ entry: { subject }, children }: { entry: AuditEntry; children: string }) {
  if (subject.type === 'employee') return <Link href={`/employees/${subject.id}`}>{children}</Link>;
  if (subject.type === 'hr-integration') return <Link href={`/integrations/${subject.id}`}>{children}</Link>;
  return children;
}
