import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { nullable } from '../fields';
import { LIMIT_NAMES, LIMITS } from './limits';

/** The limits that an operator has set. A limit that is not in it has its default. */
export const SetLimits = view(
  'SetLimits',
  Type.Partial(
    Type.Object(
      Object.fromEntries(
        LIMIT_NAMES.map((name) => [name, Type.Integer({ minimum: 0, description: LIMITS[name].description })]),
      ),
    ),
  ),
  { description: 'Limits of a tenant that differ from the defaults.' },
);

const limit = {
  name: Type.String({ examples: ['requests_per_second'] }),
  value: Type.Integer({ description: 'the limit that applies', examples: [1_000] }),
  unit: Type.String({ examples: ['requests per second'] }),
  description: Type.String(),
  in_use: nullable(Type.Integer(), {
    description: 'how much of the limit the tenant uses now; null for a limit whose use is not counted',
  }),
};

export const LimitView = view('Limit', Type.Object(limit), { example: { name: 'ledgers', value: 10_000, in_use: 2 } });

const bounded = {
  ...limit,
  default: Type.Integer({ examples: [1_000] }),
  minimum: Type.Integer({ description: 'the least value that an operator can set' }),
  maximum: Type.Integer({ description: 'the greatest value that an operator can set' }),
};

export const BoundedLimit = view('BoundedLimit', Type.Object(bounded), { example: { name: 'ledgers' } });

const current = {
  version: Type.Integer({ description: '0: an operator never set limits, and these are the defaults' }),
  limits: Type.Array(BoundedLimit),
};

export const CurrentLimits = view('CurrentLimits', Type.Object(current), {
  description: 'The limits of a tenant.',
});

export const ChangedLimits = view(
  'ChangedLimits',
  Type.Object({
    ...current,
    notes: Type.Array(Type.String(), { description: 'what the operator who changes these limits should know' }),
  }),
);

export type LimitView = Static<typeof LimitView>;
export type BoundedLimit = Static<typeof BoundedLimit>;
export type CurrentLimits = Static<typeof CurrentLimits>;
export type ChangedLimits = Static<typeof ChangedLimits>;
