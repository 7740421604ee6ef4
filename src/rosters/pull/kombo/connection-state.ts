import { objectIn, optionalTextIn, shortListIn } from '../read-answer.ts';
import { incomplete, SourceError, unreadable } from '../source-error.ts';
import type { Session } from './session.ts';

/** What the connection between Kombo and the HR system gives. */
export interface ConnectionState {
  /** Whether the model is there, such as `hris_absences`. One that Kombo does not mention is taken for available. */
  hasModel(model: string): boolean;
  /** Whether people have the field. Kombo sends null for fields that the scopes or the customer leave out. */
  hasField(field: string): boolean;
}

/**
 * Kombo goes on to answer with the people of its last synchronisation, however old it is. So its connection is checked before and
 * after: it must work, and its data must be of the present configuration.
 */
export async function checkConnection(session: Session): Promise<ConnectionState> {
  const state = await session.get(`/v1/integrations/${encodeURIComponent(session.integrationId)}`);
  const text = (name: string) => optionalTextIn(state[name], `data.${name}`);
  if (text('category') !== 'HRIS') throw unreadable('The integration is not of an HR system.');
  if (text('status') !== 'ACTIVE')
    throw new SourceError('source-unauthorised', {
      detail:
        text('status') === 'INACTIVE'
          ? 'The integration is switched off in Kombo.'
          : 'The HR system refuses the credentials that Kombo has. Reconnect it in Kombo.',
    });
  if (text('setup_status') !== 'COMPLETED')
    throw incomplete("Kombo's first synchronisation with the HR system is not complete.");
  if (text('data_expired_at') !== null)
    throw incomplete('The configuration in Kombo was changed. Its next synchronisation is not complete yet.');
  return readModels(state['read_models']);
}

function readModels(value: unknown): ConnectionState {
  const models = shortListIn(value, 'data.read_models').map((item) => objectIn(item, 'data.read_models[]'));
  const find = (id: string) => models.find((model) => model['id'] === id);
  const fields = find('hris_employees')?.['fields'] ?? [];
  const hidden = new Set(
    shortListIn(fields, 'data.read_models[].fields')
      .map((item) => objectIn(item, 'data.read_models[].fields[]'))
      .filter((field) => field['is_available'] === false)
      .map((field) => field['id']),
  );
  return {
    hasModel: (model) => find(model)?.['is_available'] !== false,
    hasField: (field) => !hidden.has(field),
  };
}
