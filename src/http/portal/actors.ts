import { Type } from 'typebox';
import { ACTOR_TYPES } from '../../domain/audit/list-changes.ts';
import { nullable, oneOf, recordId } from '../schemas.ts';
import { named } from './schemas.ts';

export const NamedActorSchema = named('Actor', {
  type: oneOf(ACTOR_TYPES),
  id: nullable(recordId),
  name: nullable(Type.String()),
});
