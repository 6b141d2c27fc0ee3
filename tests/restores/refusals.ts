import { ALERT_STREAM_PREFIX } from '@probity/contracts/alerts/events';
import { CUSTOMER_STREAM_PREFIX } from '@probity/contracts/customers/events';
import { LEDGER_STREAM_PREFIX } from '@probity/contracts/ledger/events';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import type { Answer } from '../../testing/api';
import type { Random } from '../crash/random';
import { until } from '../crash/until';
import { deposit } from '../interface/books';
import { freshName } from '../interface/customers';
import type { Acknowledged } from './acknowledged';
import type { Estate } from './estate';
import { createCustomer, keysWork, openAccount, told } from './repeats';
import type { StoredFacts } from './stored-facts';

const TRIED = 3;
/** Before its first assessment, a customer is not there for readers, and its creation was not acknowledged. */
const IS_SHOWN = 'risk_rating IS NOT NULL';
const NOTICED_WITHIN_MS = 30_000;

export interface Refusals {
  /** objects whose later events the event store lacks, and the read side has */
  lost: number;
  refused: number;
  findings: string[];
}

/**
 * Tries changes of objects of which the event store lacks events. Each must be rejected, reads must go on to show the
 * later state, and operators must have a notice.
 */
export async function checkRefusals(
  estate: Estate,
  known: Acknowledged,
  { before, after, random }: { before: StoredFacts; after: StoredFacts; random: Random },
): Promise<Refusals> {
  return new Refused(estate, known, before, after, random).check();
}

class Refused {
  private readonly findings: string[] = [];
  private refused = 0;

  constructor(
    private readonly estate: Estate,
    private readonly known: Acknowledged,
    private readonly before: StoredFacts,
    private readonly after: StoredFacts,
    private readonly random: Random,
  ) {}

  async check(): Promise<Refusals> {
    const { tenant, owner } = this.estate;
    const customers = await this.ahead(CUSTOMER_STREAM_PREFIX, 'customer_risk.customers', IS_SHOWN);
    const ledgers = await this.ahead(LEDGER_STREAM_PREFIX, 'ledger.ledgers');
    const alerts = await this.ahead(ALERT_STREAM_PREFIX, 'customer_risk.alerts');
    const tenants = await this.ahead(TENANT_STREAM_PREFIX, 'back_office.tenants');

    for (const id of this.random.pick(customers, TRIED)) await this.customer(id);
    for (const id of ledgers) await this.ledger(id);
    for (const id of this.random.pick(alerts, TRIED)) await this.alert(id);
    if (tenants.includes(tenant.id)) await this.ofTenant();
    this.findings.push(...(await keysWork(this.estate, this.known)));

    const lost = customers.length + ledgers.length + alerts.length + tenants.length;
    if (this.refused > 0) {
      const isNoticed = async () =>
        (await owner.query("SELECT FROM platform.notices WHERE kind = 'stored_data_contradicts'")).rowCount! > 0;
      await until('operators have a notice', isNoticed, NOTICED_WITHIN_MS).catch(({ message }: Error) =>
        this.findings.push(message),
      );
    }
    return { lost, refused: this.refused, findings: this.findings };
  }

  /** The objects of a kind of which the read side has more events than the event store. */
  private async ahead(prefix: string, table: string, condition = 'true'): Promise<string[]> {
    const ids = this.before.lostIn(this.after, prefix);
    const { rows } = await this.estate.owner.query<{ id: string; revision: string }>(
      `SELECT id, revision FROM ${table} WHERE id = ANY($1::uuid[]) AND ${condition}`,
      [ids],
    );
    return rows
      .filter(({ id, revision }) => Number(revision) > (this.after.revisions.get(prefix + id) ?? -1))
      .map(({ id }) => id);
  }

  private async customer(id: string): Promise<void> {
    const { office, tenant } = this.estate;
    const stored = this.before.customers.get(id)!;
    const to = stored.kyc === 'rejected' ? 'in_review' : 'rejected';
    const change = () => office.put(tenant.path(`/customers/${id}/kyc-status`), { to, reason: 'a test' });
    await this.expectRefusal(`a change of customer ${id}`, change, ['events_missing']);
    const read = await tenant.api.get(tenant.path(`/customers/${id}`));
    if (read.body.data?.kyc_status !== stored.kyc) this.findings.push(`customer ${id} is read as ${told(read)}`);
    const email = this.known.customers.get(id)?.email;
    if (email === undefined) return;
    const again = () => createCustomer(this.estate, { email, full_name: freshName() });
    await this.expectRefusal(`the email of customer ${id}`, again, ['email_taken', 'email_pending']);
  }

  private async ledger(id: string): Promise<void> {
    const { books, tenant } = this.estate;
    const book = books.find(({ ledgerId }) => ledgerId === id)!;
    const codes = ['ledger_inconsistent', 'account_code_taken'];
    await this.expectRefusal(
      `a posting to ledger ${id}`,
      () => tenant.api.post(tenant.path('/postings'), deposit(book)),
      ['ledger_inconsistent'],
    );
    const lost = [...this.known.accounts].find(([account]) => !this.after.accounts.has(account));
    if (!lost) return;
    const [account, { code }] = lost;
    for (const { ledgerId } of books)
      await this.expectRefusal(`the code of account ${account}`, () => openAccount(this.estate, ledgerId, code), codes);
  }

  private async alert(id: string): Promise<void> {
    const { office, tenant } = this.estate;
    const dismiss = () => office.post(tenant.path(`/alerts/${id}/dismiss`), { reason: 'a test' });
    await this.expectRefusal(`the dismissal of alert ${id}`, dismiss, ['events_missing']);
  }

  private async ofTenant(): Promise<void> {
    const { product, tenant } = this.estate;
    const create = () => product.backOffice.post(tenant.path('/api-keys'), { scopes: ['read'], reason: 'a test' });
    await this.expectRefusal('a new API key', create, ['events_missing']);
  }

  private async expectRefusal(what: string, change: () => Promise<Answer>, codes: string[]): Promise<void> {
    const answer = await change();
    if (codes.includes(answer.body?.code as string)) this.refused++;
    else this.findings.push(`${what} was not refused: ${told(answer)}`);
  }
}
