import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CUSTOMER_ID } from '../examples';
import { CustomerSummary } from './views';

export const CustomerFound = view(
  'CustomerFound',
  Type.Object({
    ...CustomerSummary.properties,
    active_alerts: Type.Integer({ minimum: 0 }),
    open_cases: Type.Integer({ minimum: 0 }),
  }),
  {
    description: 'A customer that a search found, with how much work waits for it.',
    example: { id: CUSTOMER_ID, active_alerts: 1, open_cases: 0 },
  },
);
export type CustomerFound = Static<typeof CustomerFound>;
