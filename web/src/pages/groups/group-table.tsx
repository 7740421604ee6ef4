import { Link } from 'wouter';
import type { Company, Group, Groups } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { FIELDS } from './group-values.ts';
import type { GroupChange } from './review-group-change.tsx';
import { useGroupsText } from './use-groups-text.ts';

/** Null: everybody else. */
type Line = Group | null;

/** The groups in their order, and after them everybody whom none of them fits. */
export function GroupTable({
  list: { groups, others },
  company,
  onEdit,
  onChange,
}: {
  list: Groups;
  company: Company;
  onEdit: (group: Group) => void;
  onChange: (change: GroupChange) => void;
}) {
  const text = useGroupsText();
  const { vocabulary } = useMessages();
  const format = useFormat();
  const mayChange = useMay('administer');
  const mayOpen = useMay('see-people');
  const lines: Line[] = [...groups, null];
  return (
    <Table
      items={lines}
      keyOf={(line) => line?.id ?? 0}
      columns={[
        {
          title: text.name,
          className: 'roomy',
          show: (line) => (
            <>
              <span className="strong">{line?.name ?? text.everybodyElse}</span>
              {line && <Rule group={line} />}
            </>
          ),
        },
        {
          title: text.subsidy,
          end: true,
          onPhone: 'named',
          className: 'numbers',
          show: (line) => format.money(line?.subsidyCents ?? company.subsidyCents),
        },
        {
          title: text.plan,
          onPhone: 'named',
          show: (line) => vocabulary.plan[line?.defaultPlanType ?? company.defaultPlanType],
        },
        {
          title: text.people,
          end: true,
          onPhone: 'named',
          className: 'numbers',
          show: (line) => (
            <>
              {line && mayOpen ? (
                <Link
                  href={`/employees?groupIds=${line.id}`}
                  aria-label={text.membersOf(line.people, line.name)}
                >
                  {format.number(line.people)}
                </Link>
              ) : (
                format.number(line?.people ?? others)
              )}
              {line && line.byHand > 0 && <p className="small quiet">{text.byHand(line.byHand)}</p>}
            </>
          ),
        },
        ...(mayChange
          ? [
              {
                title: text.place,
                quietTitle: true,
                end: true,
                show: (line: Line) =>
                  line && (
                    <div className="row groups-buttons">
                      <Place group={line} last={groups.length} onChange={onChange} />
                      <Button size="small" onClick={() => onEdit(line)}>
                        {text.edit}
                      </Button>
                      <Button
                        size="small"
                        kind="quiet"
                        onClick={() => onChange({ action: 'delete', id: line.id, name: line.name })}
                      >
                        {text.remove}
                      </Button>
                    </div>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Rule({ group: { rule } }: { group: Group }) {
  const text = useGroupsText();
  const { vocabulary } = useMessages();
  const fields = FIELDS.flatMap((field) => {
    const values = rule[field];
    return values ? [`${vocabulary.personField[field]}: ${values.join(', ')}`] : [];
  });
  return <p className="small quiet groups-rule">{fields.join('; ') || text.onlyByHand}</p>;
}

function Place({
  group: { id, name, position },
  last,
  onChange,
}: {
  group: Group;
  last: number;
  onChange: (change: GroupChange) => void;
}) {
  const text = useGroupsText();
  const move = (to: number) => onChange({ action: 'move', id, name, position: to });
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        icon="up"
        aria-label={text.earlier(name)}
        disabled={position === 1}
        onClick={() => move(position - 1)}
      />
      <Button
        size="small"
        kind="quiet"
        icon="down"
        aria-label={text.later(name)}
        disabled={position === last}
        onClick={() => move(position + 1)}
      />
    </>
  );
}
