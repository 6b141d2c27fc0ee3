import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../testing/api';
import type { Random } from '../crash/random';
import type { CreatedCustomer } from '../interface/customers';
import type { Tenant } from '../interface/tenants';

const CLIENTS = 16;
const RETRY_MS = 100;
const GIVE_UP_MS = 60_000;
/** How long clients wait for a response: some longer than the product takes to send one, some not. */
const PATIENCE_MS = [1_000, 3_000, 15_000];
/** Their outcome is known: the request was not carried out. All else is unknown until a repetition says more. */
const NOT_DONE = ['unavailable', 'screening_unavailable'];

/** A customer that a client wanted, and the outcome. Times are those of `performance.now()`. */
export interface Creation {
  email: string;
  keyed: boolean;
  /** the ids that responses gave for it */
  ids: Set<string>;
  begunAt: number;
  unknown: boolean;
  /** when its client knew that the customer exists; undefined: never */
  resolvedAt: number | undefined;
  /** the response before it was resolved, if it was not resolved at once */
  before?: string;
}

/**
 * Clients that create customers with different emails. After a response that is no definite outcome they go on as an
 * institution does: with an Idempotency-Key they send the same request again, without one they look for the email and
 * create the customer again if it is not there.
 */
export class CustomerCreations {
  readonly all: Creation[] = [];
  readonly findings: string[] = [];
  /** how often each code was returned */
  readonly codes: Record<string, number> = {};

  constructor(
    private readonly tenant: Tenant,
    private readonly random: Random,
  ) {}

  /** Resolves when all of these customers exist, or their clients have given up. */
  async create(count: number): Promise<Creation[]> {
    const first = this.all.length;
    const created: Creation[] = [];
    const client = async (): Promise<void> => {
      while (created.length < count) {
        const creation = this.next(first + created.length);
        created.push(creation);
        await this.insist(creation);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    this.all.push(...created);
    return created;
  }

  private next(number: number): Creation {
    const email = `creation-${number}@example.com`;
    const keyed = this.random.between(0, 1) === 1;
    return { email, keyed, ids: new Set(), begunAt: performance.now(), unknown: false, resolvedAt: undefined };
  }

  private async insist(creation: Creation): Promise<void> {
    const key = creation.keyed ? { 'idempotency-key': randomUUID() } : undefined;
    const patience = this.random.pick(PATIENCE_MS, 1)[0]!;
    const giveUpAt = creation.begunAt + GIVE_UP_MS;
    while (creation.resolvedAt === undefined && performance.now() < giveUpAt) {
      const id = await this.attempt(creation, key, patience);
      if (id === undefined) {
        await delay(RETRY_MS);
        continue;
      }
      creation.ids.add(id);
      creation.resolvedAt = performance.now();
    }
  }

  /** Returns the id of the customer when it is known. */
  private async attempt(
    creation: Creation,
    key: Record<string, string> | undefined,
    patience: number,
  ): Promise<string | undefined> {
    const { email } = creation;
    const sent = this.post(email, key);
    const answer = await Promise.race([sent, delay(patience, undefined, { ref: false })]);
    if (answer?.status === 201) return (answer.body.data as CreatedCustomer).id;
    const code = answer ? String(answer.body?.code) : 'no response in time';
    this.codes[code] = (this.codes[code] ?? 0) + 1;
    creation.before = code;
    if (code === 'email_taken' && creation.unknown && !key) return this.idOf(email);
    if (answer && answer.status < 500 && answer.status !== 409)
      this.findings.push(`${email}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (!NOT_DONE.includes(code)) creation.unknown = true;
    // A client that no longer waits may still have caused a customer.
    if (!answer)
      void sent.then((late) => late?.status === 201 && creation.ids.add((late.body.data as CreatedCustomer).id));
    return undefined;
  }

  /** Without a response when the connection is lost. */
  post(email: string, key?: Record<string, string>): Promise<Answer | undefined> {
    const body = JSON.stringify({ email, full_name: 'Quentin Outage' });
    return this.tenant.api.send('POST', this.tenant.path('/customers'), body, key).catch(() => undefined);
  }

  private async idOf(email: string): Promise<string | undefined> {
    const path = this.tenant.path(`/customers?email=${encodeURIComponent(email)}`);
    const answer = await this.tenant.api.get(path).catch(() => undefined);
    return (answer?.body?.data as CreatedCustomer[] | undefined)?.[0]?.id;
  }
}
