import type { Database } from '@probity/persistence/database';
import type { NoticeBoard } from '@probity/notices/notice-board';
import type { Tenant } from '../interface/tenants';

/** A POST that may carry an Idempotency-Key, with objects of its own, so that all of them can be sent at once. */
export interface KeyedPost {
  /** its path in the API document, after `/api/v1` */
  operation: string;
  staff: boolean;
  path: string;
  body?: object;
  /** besides those of every request */
  headers?: Record<string, string>;
  success: number;
}

/** Direct access for what no API creates. */
export interface Stored {
  sql: Database;
  notices: NoticeBoard;
}

export const WHY = { reason: 'a test' };

/** A POST of the tenant: its path in the document, its body, and its status when it succeeds. */
export const ofTenant =
  (tenant: Tenant, staff: boolean) =>
  (operation: string, body?: object, success = 201, ids: Record<string, string> = {}): KeyedPost => {
    const below = operation.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name]!);
    const operationPath = `/tenants/{slug}${operation}`;
    return { operation: operationPath, staff, path: tenant.path(below), ...(body && { body }), success };
  };

export async function expectOk(answering: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answering;
  if (status !== 200) throw new Error(`a preparation returned ${status}: ${JSON.stringify(body)}`);
}
