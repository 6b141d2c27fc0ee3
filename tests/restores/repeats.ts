import type { Answer } from '../../testing/api';
import type { Random } from '../crash/random';
import { until } from '../crash/until';
import { customersOf, freshName } from '../interface/customers';
import type { Acknowledged, OpenCreation } from './acknowledged';
import type { Estate } from './estate';

/** How many of each kind are tried. */
const TRIED = 3;
/** Longer than the 15 s for which a killed process keeps an Idempotency-Key. */
const RESOLVED_WITHIN_MS = 40_000;

/** What a product whose reads agree with the events must do with what it has already. Returns the problems. */
export async function repeatKnown(estate: Estate, known: Acknowledged, random: Random): Promise<string[]> {
  const found: string[] = [];
  for (const { email } of recent(known.customers.values(), random)) {
    const answer = await createCustomer(estate, { email, full_name: freshName() });
    if (answer.body?.code !== 'email_taken') found.push(`${email} was given again: ${told(answer)}`);
  }
  for (const { ledger, code } of recent(known.accounts.values(), random)) {
    const answer = await openAccount(estate, ledger, code);
    if (answer.body?.code !== 'account_code_taken') found.push(`code ${code} was given again: ${told(answer)}`);
  }
  for (const { id, body } of recent(known.postings.values(), random)) {
    const answer = await estate.tenant.api.post(estate.tenant.path('/postings'), body);
    if (answer.body?.data?.transaction?.id !== id) found.push(`posting ${id} was made again: ${told(answer)}`);
  }
  found.push(...(await keysWork(estate, known)));
  for (const id of recent(known.customers.keys(), random)) found.push(...(await changeKyc(estate, known, id)));
  return found;
}

/** Every revoked key is rejected, and every other one works. */
export async function keysWork({ tenant }: Estate, known: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  const read = (secret: string) => tenant.api.withKey(secret).get(tenant.path('/currencies'));
  for (const [id, secret] of known.revoked) {
    const answer = await read(secret);
    if (answer.status !== 401) found.push(`the revoked key ${id} got ${told(answer)}`);
  }
  for (const [id, secret] of known.keys) {
    const answer = await read(secret);
    if (answer.status !== 200) found.push(`the valid key ${id} got ${told(answer)}`);
  }
  return found;
}

/**
 * Repeats the creations whose outcome is open, each with its key. None of their emails may be blocked or used twice.
 * The record of a key may be lost with the read side: then the email says what happened.
 */
export async function resolveOpen(estate: Estate, known: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  for (const open of known.open) {
    try {
      await resolveOne(estate, known, open);
    } catch (error) {
      found.push(`${open.body.email} is blocked: ${(error as Error).message}`);
    }
  }
  known.open = [];
  return found;
}

async function resolveOne(estate: Estate, known: Acknowledged, { key, body }: OpenCreation): Promise<void> {
  let last: Answer | undefined;
  const isResolved = async () => {
    last = await createCustomer(estate, body, { 'idempotency-key': key });
    if (last.status === 201 || last.body.code === 'email_taken') return true;
    throw new Error(told(last));
  };
  await until('a creation is resolved', isResolved, RESOLVED_WITHIN_MS);
  if (last!.status !== 201) return;
  const { id, kyc_status } = last!.body.data as { id: string; kyc_status: string };
  known.customers.set(id, { email: body.email, changes: 0, kyc: kyc_status });
}

async function changeKyc({ office, tenant }: Estate, known: Acknowledged, id: string): Promise<string[]> {
  const customer = known.customers.get(id)!;
  const to = customer.kyc === 'rejected' ? 'in_review' : 'rejected';
  const answer = await office.put(tenant.path(`/customers/${id}/kyc-status`), { to, reason: 'a test' });
  if (answer.status !== 200) return [`customer ${id} cannot be changed: ${told(answer)}`];
  Object.assign(customer, { kyc: to, changes: customer.changes + 1 });
  const read = await tenant.api.get(tenant.path(`/customers/${id}`));
  return read.body.data?.kyc_status === to ? [] : [`the change of customer ${id} is not read: ${told(read)}`];
}

export const createCustomer = ({ tenant }: Estate, body: object, headers = {}) =>
  tenant.api.send('POST', customersOf(tenant), JSON.stringify(body), headers);

export const openAccount = ({ tenant }: Estate, ledger: string, code: string) =>
  tenant.api.post(tenant.path(`/ledgers/${ledger}/accounts`), { code, name: 'An account', account_type: 'asset' });

export const told = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;

/** The newest one, and some others. */
function recent<Item>(items: Iterable<Item>, random: Random): Item[] {
  const all = [...items];
  const newest = all.splice(-1);
  return [...newest, ...random.pick(all, TRIED - 1)];
}
