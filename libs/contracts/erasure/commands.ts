import Type from 'typebox';
import { CalendarDate } from '../customers/profile';
import { commandsOf } from '../declaration/command';
import { Id } from '../fields';
import { reviewedAs } from '../proposals/reviewed-as';
import { officer } from '../staff/officer';
import { CUSTOMER_COMMANDS } from '../topics';
import { CustomerErasure } from './views';

const erasureCommand = commandsOf(CUSTOMER_COMMANDS, 'customer_id');
const about = { tenant_id: Id, customer_id: Id, ...officer };

/** A repeated request with the same date changes nothing. */
export const requestErasure = erasureCommand({
  name: 'customer-risk.request-erasure',
  summary: 'Restrict a customer, whose data are erased when the retention of the tenant is over.',
  request: Type.Object({ ...about, relationship_ended_on: CalendarDate, reason: Type.String(), ...reviewedAs }),
  reply: CustomerErasure,
});

export const withdrawErasure = erasureCommand({
  name: 'customer-risk.withdraw-erasure',
  summary: 'Withdraw the request for the erasure of a customer that is not erased yet.',
  request: Type.Object({ ...about, reason: Type.String() }),
  reply: Type.Object({ customer_id: Id }),
});

/** The data are not in the reply: the caller reads them when this is recorded. */
export const recordExport = erasureCommand({
  name: 'customer-risk.record-export',
  summary: 'Record that everything about a customer is exported.',
  request: Type.Object({ ...about, reason: Type.String() }),
  reply: Type.Object({ customer_id: Id }),
});

/** Repeating it completes what an earlier attempt left undone. */
export const eraseCustomer = erasureCommand({
  name: 'customer-risk.erase-customer',
  summary: 'Erase a restricted customer whose retention is over: destroy its key, and overwrite its rows.',
  request: Type.Object({
    ...about,
    dry_run: Type.Boolean({ description: 'true: only check whether it can be erased' }),
  }),
  reply: CustomerErasure,
});
