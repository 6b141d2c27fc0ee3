import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../testing/api';
import type { Random } from '../crash/random';
import { until } from '../crash/until';
import { deposit } from '../interface/books';
import { customersOf, freshEmail, freshName } from '../interface/customers';
import { newKey } from '../interface/tenants';
import type { Acknowledged } from './acknowledged';
import type { Estate } from './estate';

const CLIENTS = 4;
const BACK_OFF_MS = 50;
const PROGRESS_DEADLINE_MS = 60_000;
/** One customer of so many has the name of a person on a list. */
const LISTED = 6;

/** Changes objects of all kinds until it is stopped, or its connections are lost, and remembers what was acknowledged. */
export class Load {
  acknowledged = 0;
  unknown = 0;
  readonly findings: string[] = [];
  private readonly running: Promise<unknown>;
  private stopped = false;
  private readonly busy = new Set<string>();

  constructor(
    private readonly estate: Estate,
    private readonly known: Acknowledged,
    private readonly random: Random,
  ) {
    this.running = Promise.all(Array.from({ length: CLIENTS }, () => this.run()));
  }

  /** Waits until `more` further changes are acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const goal = this.acknowledged + more;
    await until('the load makes progress', () => this.acknowledged >= goal, PROGRESS_DEADLINE_MS);
  }

  /** Resolves when each request has its response or is lost. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.change();
      } catch {
        this.unknown++; // the product has ended
        await delay(BACK_OFF_MS);
      }
    }
  }

  private change(): Promise<void> {
    const number = this.random.between(1, 100);
    if (number <= 30) return this.createCustomer();
    if (number <= 50) return this.withOne([...this.known.customers.keys()], (id) => this.changeKyc(id));
    if (number <= 75) return this.post();
    if (number <= 87) return this.openAccount();
    if (number <= 93) return this.withOne([...this.known.openAlerts], (id) => this.dismiss(id));
    if (number <= 96) return this.createKey();
    return this.withOne([...this.known.keys.keys()], (id) => this.revoke(id));
  }

  /** Two clients never change the same object at once, so that its state is known. */
  private async withOne(ids: string[], work: (id: string) => Promise<boolean>): Promise<void> {
    const [id] = this.random.pick(
      ids.filter((each) => !this.busy.has(each)),
      1,
    );
    if (id === undefined) return this.createCustomer();
    this.busy.add(id);
    // Without an acknowledgement the state of the object is open, so it stays busy.
    if (await work(id)) this.busy.delete(id);
  }

  private async createCustomer(): Promise<void> {
    const { tenant, listedName } = this.estate;
    const key = randomUUID();
    const full_name = this.random.between(1, LISTED) === 1 ? listedName : freshName();
    const body = { email: freshEmail(), full_name, kyc_status: 'in_review' };
    this.known.open.push({ key, body });
    const header = { 'idempotency-key': key };
    const answer = await tenant.api.send('POST', customersOf(tenant), JSON.stringify(body), header);
    if (!this.isDone(answer, 'a customer')) return;
    this.known.open = this.known.open.filter((open) => open.key !== key);
    this.known.customers.set(answer.body.data.id as string, { email: body.email, changes: 0, kyc: 'in_review' });
    if (full_name !== listedName) return;
    const alerts = await tenant.api.get(tenant.path(`/alerts?customer_id=${answer.body.data.id}`));
    for (const { id } of (alerts.body.data ?? []) as { id: string }[]) this.known.openAlerts.add(id);
  }

  private async changeKyc(id: string): Promise<boolean> {
    const customer = this.known.customers.get(id)!;
    const to = customer.kyc === 'rejected' ? 'in_review' : 'rejected';
    const path = this.estate.tenant.path(`/customers/${id}/kyc-status`);
    const answer = await this.estate.office.put(path, { to, reason: 'a test' });
    if (!this.isDone(answer, `a change of customer ${id}`)) return false;
    Object.assign(customer, { kyc: to, changes: customer.changes + 1 });
    return true;
  }

  private async post(): Promise<void> {
    const { tenant, books } = this.estate;
    const [book] = this.random.pick(books, 1);
    const idempotency_key = randomUUID();
    const body = deposit(book!, String(this.random.between(1, 1_000)), { idempotency_key, reference: idempotency_key });
    const answer = await tenant.api.post(tenant.path('/postings'), body);
    if (this.isDone(answer, 'a posting'))
      this.known.postings.set(idempotency_key, { id: answer.body.data.transaction.id as string, body });
  }

  private async openAccount(): Promise<void> {
    const { tenant, books } = this.estate;
    const ledger = this.random.pick(books, 1)[0]!.ledgerId;
    const code = randomUUID();
    const account = { code, name: 'An account', account_type: 'asset' };
    const answer = await tenant.api.post(tenant.path(`/ledgers/${ledger}/accounts`), account);
    if (this.isDone(answer, 'an account')) this.known.accounts.set(answer.body.id as string, { ledger, code });
  }

  private async dismiss(id: string): Promise<boolean> {
    const path = this.estate.tenant.path(`/alerts/${id}/dismiss`);
    const answer = await this.estate.office.post(path, { reason: 'a test' });
    if (!this.isDone(answer, `the dismissal of ${id}`)) return false;
    this.known.openAlerts.delete(id);
    this.known.dismissed.add(id);
    return true;
  }

  private async createKey(): Promise<void> {
    const { id, api_key } = await newKey(this.estate.product, this.estate.tenant.slug, ['read']);
    this.known.keys.set(id, api_key);
    this.acknowledged++;
  }

  private async revoke(id: string): Promise<boolean> {
    const secret = this.known.keys.get(id)!;
    const path = this.estate.tenant.path(`/api-keys/${id}?reason=a+test`);
    const answer = await this.estate.product.backOffice.delete(path);
    if (!this.isDone(answer, `the revocation of ${id}`)) return false;
    this.known.keys.delete(id);
    this.known.revoked.set(id, secret);
    return true;
  }

  private isDone({ status, body }: Answer, what: string): boolean {
    if (status < 300) this.acknowledged++;
    else if (status >= 500) this.unknown++;
    else this.findings.push(`${what} was rejected under load: ${status} ${JSON.stringify(body)}`);
    return status < 300;
  }
}
