import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../testing/api';
import { raiseLimits } from '../testing/raise-limits';
import type { StandaloneProcess } from '../testing/standalone-process';
import { extraRules } from './bench-rules';
import { runLoad } from './load';
import { say } from './report';
import { generatedList } from './screening-list';
import type { StoredHistory } from './stored-history';

export const CUSTOMERS = 10_000;
const ACTIVE_RULES = 30;
const ENTRIES = 20_000;
const BATCH = 400;
const IN_PARALLEL = 16;
const CLOCK_TICKS_PER_SECOND = 100;

export interface FastResult {
  events: number;
  /** from the first acceptance to the last outcome stored */
  per_second: number;
  accepted_per_second: number;
  cpu_ms_per_event: number;
  failed: number;
}

export interface SteadyResult {
  events: number;
  rate: number;
  /** from acceptance to stored outcome */
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  failed: number;
}

/** Sends events to the product and measures their outcomes. */
export class PipelineLoad {
  customers: string[] = [];
  private sent = 0;
  private readonly api: Api;
  private readonly tenant: string;

  constructor(
    private readonly product: StandaloneProcess,
    private readonly history: StoredHistory,
  ) {
    this.api = new Api(product.demo.base_url, product.demo.api_key);
    this.tenant = `/tenants/${product.demo.tenant_slug}`;
  }

  async prepare(): Promise<void> {
    await raiseLimits(this.product.demo, this.product.demo.tenant_slug);
    say(`importing ${ENTRIES} list entries`);
    await this.importList();
    const installed = await this.history.count('rules');
    for (const rule of extraRules(Math.max(0, ACTIVE_RULES - installed))) {
      await expectStatus(this.api.post(`${this.tenant}/monitoring-rules`, rule), 201);
    }
    say(`creating ${CUSTOMERS} customers`);
    this.customers = new Array<string>(CUSTOMERS);
    let next = 0;
    await Promise.all(
      Array.from({ length: IN_PARALLEL }, async () => {
        for (let n = next++; n < CUSTOMERS; n = next++) this.customers[n] = await this.createCustomer(n);
      }),
    );
    await this.settled();
  }

  async describe(): Promise<object> {
    return {
      active_rules: await this.history.count('rules'),
      list_entries: await this.history.count('entries'),
      alerts_raised: await this.history.count('alerts'),
    };
  }

  /** Sends events for every customer, so that the measurements that follow include no first read of a history. */
  async warmUp(): Promise<void> {
    await this.asFastAsPossible(CUSTOMERS);
  }

  async asFastAsPossible(events: number): Promise<FastResult> {
    say(`${events} events as fast as possible`);
    const cpu = this.cpuMs();
    const since = new Date();
    const result = await runLoad({ ...this.load(), connections: 64, until: { requests: events } });
    await this.settled();
    const cpuMs = this.cpuMs() - cpu;
    const done = events - result.failed;
    return {
      events,
      per_second: Math.round(done / (await this.history.secondsSince(since))),
      accepted_per_second: result.per_second,
      cpu_ms_per_event: Math.round((cpuMs / events) * 1000) / 1000,
      failed: result.failed,
    };
  }

  /** Sends at a steady rate, independent of how long the responses take. */
  async atRate(rate: number, events: number): Promise<SteadyResult> {
    say(`${events} events at ${rate} a second`);
    const { url, headers, nextBody } = this.load();
    const started = performance.now();
    const responses: Promise<boolean>[] = [];
    while (responses.length < events) {
      const due = Math.min(events, Math.floor(((performance.now() - started) / 1000) * rate) + 1);
      while (responses.length < due) {
        const request = fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: nextBody(),
        });
        responses.push(
          request.then(async (response) => (await response.text(), response.status === 202)).catch(() => false),
        );
      }
      await delay(2);
    }
    const accepted = await Promise.all(responses);
    await this.settled();
    const failed = accepted.filter((one) => !one).length;
    return { events, rate, ...(await this.history.latencies(events - failed)), failed };
  }

  private load(): { url: string; headers: Record<string, string>; nextBody: () => string } {
    return {
      url: `${this.product.demo.base_url}/events/webhook`,
      headers: { authorization: `Bearer ${this.product.demo.api_key}` },
      nextBody: () => this.event(this.sent++),
    };
  }

  private event(n: number): string {
    const customer = (n * 7919) % CUSTOMERS;
    return JSON.stringify({
      tenant_id: this.product.demo.tenant_id,
      event_type: 'transaction',
      payload: {
        transaction_id: `bench-${process.pid}-${n}`,
        account_ref: `bench-${customer}`,
        amount: 20 + (n % 300) + 0.5,
        currency: 'USD',
        direction: n % 2 === 0 ? 'inbound' : 'outbound',
        method: 'transfer',
        description: 'Card settlement',
        counterparty: { name: `Counterparty ${(n * 31) % 2_000} Trading`, country: 'DE' },
      },
    });
  }

  private async createCustomer(n: number): Promise<string> {
    const body = {
      email: `bench-${n}@example.com`,
      customer_type: 'individual',
      full_name: `Benchley Quillfeather ${n}`,
      date_of_birth: '1985-04-12',
      nationality: 'DE',
      kyc_status: 'approved',
      onboarding_channel: 'branch',
      account_refs: [`bench-${n}`],
      address: { line1: 'Hauptstrasse 1', city: 'Berlin', country: 'DE' },
    };
    const created = await expectStatus(this.api.post(`${this.tenant}/customers`, body), 201);
    return (created.body as { data: { id: string } }).data.id;
  }

  private async importList(): Promise<void> {
    const backOffice = new BackOfficeClient(this.product.demo.back_office_url, this.product.demo.operator_token);
    const { import_id } = await backOffice.post<{ import_id: string }>('watchlists/bench/imports', {
      format: 'followthemoney',
    });
    const entries = generatedList(ENTRIES).map(({ list: _list, ...entry }) => entry);
    for (let from = 0; from < entries.length; from += BATCH) {
      const path = `watchlists/bench/imports/${import_id}/entries`;
      await backOffice.post(path, { entries: entries.slice(from, from + BATCH) });
    }
    await backOffice.post(`watchlists/bench/imports/${import_id}/finish`, {
      allow_removal: false,
      reason: 'a benchmark',
    });
    while (!(await this.canScreen())) await delay(200); // the pipeline has to load the list into memory first
  }

  private async canScreen(): Promise<boolean> {
    const body = { email: 'bench@example.com', full_name: 'Benchley Quillfeather' };
    const { status } = await this.api.post(`${this.tenant}/customers`, body);
    if (status !== 201 && status !== 503) throw new Error(`creating the first customer returned ${status}`);
    return status === 201;
  }

  /** Waits until every accepted event has its outcome. */
  private async settled(): Promise<void> {
    while ((await this.history.waiting()) > 0) await delay(5);
  }

  /** Returns the CPU time that the product and its Postgres have used so far. */
  private cpuMs(): number {
    const ticks = [this.product.pid, ...processesOf(this.product.postgresPid)].reduce(
      (sum, pid) => sum + cpuTicks(pid),
      0,
    );
    return (ticks * 1000) / CLOCK_TICKS_PER_SECOND;
  }
}

async function expectStatus<T extends { status: number; body: unknown }>(
  request: Promise<T>,
  status: number,
): Promise<T> {
  const answer = await request;
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Returns the ids of a process and its descendants. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** User and system time in clock ticks, including ended children: fields 14 to 17 of `stat` in proc(5). */
function cpuTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]);
  } catch {
    return 0; // the process has just ended, and its parent's times now include its time
  }
}
