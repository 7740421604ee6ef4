import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { SelectField } from '../../design/field.tsx';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useFormat } from '../../language/use-format.ts';

/** As many runs can be chosen. An older one is compared from its own page. */
const LATEST = 50;

/** Chooses the roster to compare with. */
export function OtherRoster({
  integrationId,
  runId,
  value,
  onChange,
}: {
  integrationId: number;
  runId: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const earlier = useEarlierText();
  const format = useFormat();
  const runs = useQuery(
    routeQuery('GET /integrations/:id/syncs', {
      params: { id: integrationId },
      query: { page: 1, perPage: LATEST },
    }),
  );
  const others = (runs.data?.data ?? []).filter(
    ({ id, counts }) => id !== runId && counts.entries !== undefined,
  );
  return (
    <SelectField
      label={earlier.with}
      value={value}
      options={[
        { value: 'previous', label: earlier.previous },
        { value: 'today', label: earlier.today },
        ...others.map(({ id, acceptedAt, entryCount }) => ({
          value: String(id),
          label: earlier.roster(format.moment(acceptedAt), entryCount),
        })),
      ]}
      onChange={onChange}
    />
  );
}
