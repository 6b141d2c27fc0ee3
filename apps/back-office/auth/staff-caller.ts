import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Role, SignInMethod } from '@probity/contracts/staff/words';
import type { HeldRole } from './genuine-staff';

/** Callers with such an id are API keys of institutions. They come here only as proposers. */
export const INSTITUTION_KEY = 'institution:';

export const isKey = (callerId: string): boolean => callerId.startsWith(INSTITUTION_KEY);

/** The id of the operator token where other callers have that of their account. */
export const OPERATOR = 'operator';

/** A caller of the back office, and what it may do. */
export interface StaffCaller {
  /** the account, `operator`, or `institution:` and the API key */
  id: string;
  name: string;
  method: SignInMethod | 'approved_proposal';
  roles: readonly HeldRole[];
  /** only for people who have signed in */
  session?: { id: string; signedInAt: Date };
  /** only for the request of an approved proposal: the proposal */
  proposalId?: string;
  /** only for service accounts: the id of the token */
  tokenId?: string;
}

/** Who decides, in commands and events: the account, and its name at this time. */
export interface Officer {
  officer: string;
  officer_id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** authorisation sets it */
    staff?: StaffCaller;
  }
}

const callerOf = (context: ExecutionContext): StaffCaller => {
  const { staff } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!staff) throw new Error('the route was reached without authorisation');
  return staff;
};

/** Injects the caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** Injects the caller as the officer of a decision. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Officer =>
  officerOf(callerOf(context)),
);

export const officerOf = ({ id, name }: StaffCaller): Officer => ({ officer: name, officer_id: id });

/** The officer as the actor of a command. */
export const actorOf = ({ officer, officer_id }: Officer) => ({ actor: actorNamed(officer_id), actor_name: officer });

/** The caller with this id as an actor of the audit trail. */
export const actorNamed = (callerId: string): string => (isKey(callerId) ? callerId : `staff:${callerId}`);

/** The roles that count for requests about a tenant. */
export const rolesFor = ({ roles }: Pick<StaffCaller, 'roles'>, slug: string): Role[] =>
  roles.filter((held) => held.slug === slug || held.tenant_id === null).map(({ role }) => role);
