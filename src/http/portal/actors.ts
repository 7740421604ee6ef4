import { Type } from 'typebox';
import { ACTOR_TYPES } from '../../domain/audit/list-changes.ts';
import { nullable, oneOf } from '../schemas.ts';
import { named } from './schemas.ts';

export const NamedActorSchema = named('Actor', {
  type: oneOf(ACTOR_TYPES),
  id: nullable(Type.Integer()),
  name: nullable(Type.String()),
});
