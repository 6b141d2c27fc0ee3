import type { AuditVerification } from '@probity/contracts/audit/verification';
import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { until } from '../crash/until';
import { listAll } from '../interface/books';
import type { Acknowledged } from './acknowledged';
import type { Estate } from './estate';
import type { StoredFacts } from './stored-facts';

const VERIFIES_WITHIN_MS = 30_000;

interface Customer {
  id: string;
  email: string;
  kyc_status: string;
}
interface Identified {
  id: string;
}

/** Compares what the gateway and the back office return with the events. Returns the differences. */
export async function differences(estate: Estate, facts: StoredFacts, known: Acknowledged): Promise<string[]> {
  const found = await Promise.all([
    customers(estate, facts, known),
    alerts(estate, facts),
    accounts(estate, facts),
    transactions(estate, facts),
    ledgersVerify(estate),
    auditVerifies(estate),
  ]);
  return found.flat();
}

async function customers({ tenant }: Estate, facts: StoredFacts, known: Acknowledged): Promise<string[]> {
  const listed = await listAll<Customer>(tenant, '/customers');
  const found = compare(
    'customer',
    new Map(listed.map(({ id, kyc_status }) => [id, kyc_status])),
    new Map([...facts.customers].map(([id, { kyc }]) => [id, kyc])),
  );
  const byEmail = new Map<string, string>();
  for (const { id, email } of listed) {
    if (byEmail.has(email)) found.push(`${email} is the email of ${byEmail.get(email)} and of ${id}`);
    byEmail.set(email, id);
  }
  for (const [id, { email }] of known.customers)
    if (byEmail.get(email) !== id)
      found.push(`${email} is the email of ${id}, but of ${byEmail.get(email)} in the list`);
  return found;
}

async function alerts({ tenant, office }: Estate, facts: StoredFacts): Promise<string[]> {
  const listed = await listAll<Identified & { status: string }>(tenant, '/alerts');
  const found = compare('alert', new Map(listed.map(({ id, status }) => [id, status])), facts.alerts);
  const [first] = listed;
  if (!first) return found;
  const { body } = await office.get<{ data?: { status: string } }>(tenant.path(`/alerts/${first.id}`));
  if (body.data?.status !== first.status) found.push(`alert ${first.id} is ${JSON.stringify(body)} at the back office`);
  return found;
}

async function accounts({ tenant, books }: Estate, facts: StoredFacts): Promise<string[]> {
  const lists = await Promise.all(
    books.map(({ ledgerId }) => listAll<AccountBalanceView>(tenant, `/ledgers/${ledgerId}/accounts`)),
  );
  const listed = lists.flat();
  const found = compare('account', new Map(listed.map(({ id, code }) => [id, code])), facts.accounts);
  if (new Set(listed.map(({ code }) => code)).size < listed.length) found.push('an account code is there twice');
  return [...found, ...facts.totals.differencesFrom(listed, 'the events')];
}

async function transactions({ tenant, books }: Estate, facts: StoredFacts): Promise<string[]> {
  const found: string[] = [];
  for (const { ledgerId } of books) {
    const listed = await listAll<Identified & { hash_chain_position: number }>(
      tenant,
      `/ledgers/${ledgerId}/transactions`,
    );
    const stored = [...facts.postings].filter(([, { ledger }]) => ledger === ledgerId);
    found.push(
      ...compare(
        'transaction',
        new Map(listed.map(({ id, hash_chain_position }) => [id, String(hash_chain_position)])),
        new Map(stored.map(([id, { position }]) => [id, String(position)])),
      ),
    );
  }
  return found;
}

async function ledgersVerify(estate: Estate): Promise<string[]> {
  const found: string[] = [];
  for (const { ledgerId } of estate.books) {
    const last = await lastLine<LedgerVerification>(estate, `/ledgers/${ledgerId}/verification`);
    if (!last.verified) found.push(`ledger ${ledgerId} does not verify: ${JSON.stringify(last.broken)}`);
  }
  return found;
}

/** A notary that became active reads all events again before a log that had stopped goes on. */
async function auditVerifies(estate: Estate): Promise<string[]> {
  const isVerified = async () => {
    const { verified, first } = await lastLine<AuditVerification>(estate, '/audit/verification');
    if (!verified) throw new Error(JSON.stringify(first));
    return true;
  };
  return until('the audit trail verifies', isVerified, VERIFIES_WITHIN_MS).then(
    () => [],
    ({ message }: Error) => [message],
  );
}

async function lastLine<Line>({ product, tenant }: Estate, below: string): Promise<Line> {
  const { status, body } = await product.backOffice.postForLines(tenant.path(below), {});
  if (status !== 200) throw new Error(`${below} returned ${status}: ${JSON.stringify(body)}`);
  return body.at(-1) as Line;
}

function compare(what: string, read: Map<string, string>, stored: Map<string, string>): string[] {
  const found: string[] = [];
  for (const [id, value] of stored)
    if (read.get(id) !== value) found.push(`${what} ${id} is ${value} in the events, and ${read.get(id)} when read`);
  for (const id of read.keys()) if (!stored.has(id)) found.push(`${what} ${id} is read, but not in the events`);
  return found;
}
