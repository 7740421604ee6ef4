import { useQuery } from '@tanstack/react-query';
import { detailsBeside } from '../../../../texts/sentence.ts';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Actor } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { AUDIT_KIND_NAMES, AUDIT_KINDS, CHANGES } from '../../domain/audit-kinds.ts';
import { DayFilters } from '../../domain/day-filters.tsx';
import { Details } from '../../domain/details.tsx';
import { CsvLink, ListPage } from '../../domain/list.tsx';
import { SentenceLine } from '../../domain/sentence-line.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

const PER_PAGE = 25;
const ACTORS: readonly Actor['type'][] = ['portal-user', 'api-key', 'employee', 'operator', 'system'];

export default function AuditPage() {
  const m = useMessages();
  const { audit, vocabulary } = m;
  const format = useFormat();
  const { language } = useLanguage();
  const address = useListAddress();
  const mayChange = useMay('administer');
  const [kind] = address.choices('kind', AUDIT_KIND_NAMES);
  const withViews = address.get('views') === 'true';
  const people = address.ids('person');
  const filters = {
    search: address.get('search'),
    actorTypes: address.choices('actorTypes', ACTORS),
    actions: kind ? [...AUDIT_KINDS[kind]] : withViews ? [] : [...CHANGES],
    employeeIds: people,
    from: format.startOfDay(address.get('from')),
    to: format.endOfDay(address.get('to')),
  };
  const query = useQuery(
    routeQuery('GET /audit-log', { query: { ...filters, page: address.page, perPage: PER_PAGE } }),
  );
  const about = query.data?.data.find(({ person }) => person && people.includes(person.id))?.person?.name;
  return (
    <ListPage
      title={audit.title}
      text={audit.text}
      actions={
        mayChange && <CsvLink href={fileUrl('GET /audit-log.csv', { query: { ...filters, language } })} />
      }
      search={audit.search}
      filters={
        <>
          <FilterSelect
            label={audit.kind}
            any={audit.anyKind}
            value={kind ?? ''}
            options={AUDIT_KIND_NAMES.map((value) => ({ value, label: audit.kinds[value] }))}
            onChange={(next) => address.set({ kind: next })}
          />
          <FilterSelect
            label={audit.who}
            any={audit.anyActor}
            value={address.get('actorTypes')}
            options={ACTORS.map((value) => ({ value, label: vocabulary.actor[value] }))}
            onChange={(actorTypes) => address.set({ actorTypes })}
          />
          <DayFilters address={address} names={['from', 'to']} />
          {!kind && (
            <button
              type="button"
              className="chip"
              aria-pressed={withViews}
              onClick={() => address.set({ views: withViews ? null : 'true' })}
            >
              {audit.withViews}
            </button>
          )}
        </>
      }
      note={
        people.length > 0 && (
          <div className="row">
            <strong>{audit.ofPerson(about ?? people.join(', '))}</strong>
            <Button size="small" onClick={() => address.set({ person: null })}>
              {audit.everybody}
            </Button>
          </div>
        )
      }
      none={{ icon: 'log', title: audit.none, text: audit.noneText }}
      query={query}
      keyOf={({ id }) => id}
      columns={[
        { title: audit.when, className: 'nowrap quiet numbers', show: ({ at }) => format.moment(at) },
        {
          title: audit.what,
          className: 'roomy',
          show: (entry) => (
            <>
              <p>
                <SentenceLine recorded={entry} />
              </p>
              <Details details={detailsBeside(entry, m)} />
            </>
          ),
        },
      ]}
    />
  );
}
