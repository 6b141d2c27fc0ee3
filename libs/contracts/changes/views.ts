import Type from 'typebox';
import { view } from '../declaration/view';
import { CHANGE_KINDS } from './kinds';

export const Changed = view(
  'Changed',
  Type.Object({
    kinds: Type.Array(Type.Enum(CHANGE_KINDS), { description: 'what changed since the last message, each kind once' }),
  }),
  { description: 'The data of a message of a stream of changes.', example: { kinds: ['alerts', 'cases'] } },
);
