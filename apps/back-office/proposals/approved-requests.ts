import { randomBytes } from 'node:crypto';
import { bearerToken } from '@probity/platform/api-key';
import type { Officer, StaffCaller } from '../auth/staff-caller';

/** A request that an approved proposal sends to the back office itself. */
export interface ApprovedRequest {
  proposalId: string;
  /** whose reviewer approved it: it changes no other tenant */
  tenantId: string;
  /** of what the proposal concerns, as the reviewer saw it */
  stateHash: string;
  /** the proposer, who still has the account */
  caller: StaffCaller;
  /** who approved it, and why */
  approver: Officer & { reason: string };
  /** ISO 8601 */
  proposedAt: string;
  /** whether only the stored response is read: the change was made before */
  onlyStored: boolean;
}

const TOKEN = /^probity_approved_[\w-]{43}$/;

/**
 * The requests of approved proposals that this process carries out at the moment. Each has a random token, which exists
 * only in the memory of this process and only while the request runs.
 */
export class ApprovedRequests {
  private readonly running = new Map<string, ApprovedRequest>();

  /** Runs the work with a token with which requests are sent as the proposer. */
  async during<Result>(request: ApprovedRequest, work: (token: string) => Promise<Result>): Promise<Result> {
    const token = `probity_approved_${randomBytes(32).toString('base64url')}`;
    this.running.set(token, request);
    try {
      return await work(token);
    } finally {
      this.running.delete(token);
    }
  }

  /** The approved request that has this Authorization header; undefined when there is none. */
  find(authorization: string | undefined): ApprovedRequest | undefined {
    const token = bearerToken(authorization);
    return token !== undefined && TOKEN.test(token) ? this.running.get(token) : undefined;
  }
}
