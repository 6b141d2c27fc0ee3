import { Client } from 'pg';
import { concerning } from '@probity/platform/dependency-errors';

type Connected = (error: Error | null) => void;

/**
 * A client of a pool. If it cannot connect, the error says that the database is lost: for its caller, a login that the
 * server refuses now is the same as a server that is away.
 */
export class MarkingClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    if (callback) return super.connect((error: Error | null) => callback(concerning('database', error)));
    return super.connect().catch((error: unknown) => Promise.reject(concerning('database', error) as Error));
  }
}
