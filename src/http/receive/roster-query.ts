import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ON_INVALID } from '../../company/integrations/integration-types.ts';
import type { OpenIntegration } from '../../rosters/accept/mark-sql.ts';
import { KEPT_AT_MOST } from '../../rosters/receive/invalid-entries.ts';
import { oneOf } from '../schemas.ts';
import { invalidValues } from '../validation-errors.ts';

/** The query of a route that receives rosters. */
export const RosterQuery = Type.Object({
  onInvalid: Type.Optional(
    oneOf(ON_INVALID, {
      description:
        'What becomes of a roster with invalid entries. `reject` refuses it. `keep` accepts it and leaves the people of these ' +
        'entries as they are, if each of them has a valid `hrId` of its own, and they are ' +
        `${KEPT_AT_MOST}. Without it, the setting of the integration counts, which is \`reject\` by default.`,
    }),
  ),
});

/** Of rosters that people send. The public API has no such parameter: there, an entry without absences has none. */
export const PortalRosterQuery = Type.Object({
  ...RosterQuery.properties,
  absences: Type.Optional(oneOf(['keep'])),
});

/** By which rules the roster is read: the settings of the integration, unless the query says otherwise. */
export function readingRulesFor(
  { query }: FastifyRequest,
  { today, onInvalid, absenceTypes }: OpenIntegration,
) {
  return {
    today,
    onInvalid: readChoice(query, 'onInvalid', ON_INVALID) ?? onInvalid,
    absenceTypes,
    keepsAbsences: readChoice(query, 'absences', ['keep']) === 'keep',
  };
}

/** Bodies of these routes are not validated by a schema, and the route's validator would validate its query too. */
function readChoice<Value extends string>(
  query: unknown,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = (query as Record<string, unknown>)[name];
  if (given === undefined) return undefined;
  const found = values.find((known) => known === given);
  if (found) return found;
  const message = `must be one of ${values.join(', ')}`;
  throw invalidValues([{ in: 'query', pointer: `/${name}`, code: 'not-allowed', message }]);
}
