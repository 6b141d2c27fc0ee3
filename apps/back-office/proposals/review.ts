import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { officerOf, type StaffCaller } from '../auth/staff-caller';
import type { ApprovedRequest } from './approved-requests';

/** A request whose change may need a second person. */
export interface Review {
  caller: StaffCaller;
  /** whether the caller may propose the change, but not make it */
  mustPropose: boolean;
  /** set when two people agreed: the change is made now */
  approved: ApprovedRequest | undefined;
  request: { method: string; url: string; body: Record<string, unknown> | null };
  reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** authorisation sets it: the caller may propose the change, but not make it */
    mustPropose?: boolean;
    /** authorisation sets it: two people agreed on this request */
    approved?: ApprovedRequest;
  }
}

/** Injects the request as one that may become a proposal. Its route declares `reviewed`. */
export const UnderReview = createParamDecorator((_: unknown, context: ExecutionContext): Review => {
  const http = context.switchToHttp();
  const { staff, mustPropose = false, approved, method, url, body } = http.getRequest<FastifyRequest>();
  if (!staff) throw new Error('the route was reached without authorisation');
  // Only the path: what else the caller sent does not change what is proposed.
  const { pathname } = new URL(url, 'http://path');
  const request = { method, url: pathname, body: (body as Record<string, unknown> | undefined) ?? null };
  return { caller: staff, mustPropose, approved, request, reply: http.getResponse<FastifyReply>() };
});

/**
 * The part of a command that says what two people agreed on: the hash of the state that they saw. The service that
 * carries the command out compares it with the state that it changes.
 */
export const reviewedIn = ({ approved }: Review): { reviewed?: string } =>
  approved ? { reviewed: approved.stateHash } : {};

/**
 * The parts of a command that say who decided, and who proposed it: the caller of an approved request is its proposer.
 *
 * @param reason of the caller
 */
export function decisionIn({ caller, approved }: Review, reason: string) {
  const own = { ...officerOf(caller), reason };
  return approved ? { ...approved.approver, proposed: { ...own, at: approved.proposedAt } } : own;
}
