import { EventEmitter, once } from 'node:events';
import { Command } from 'commander';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import { describeFailure, type Failure } from '../../report-error';
import type { Surroundings } from '../../surroundings';
import { addWebhooksListenCommand } from '../webhooks-listen';

export const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LWRvLW5vdC11c2UtdGhpcy1rZXk';
export const OTHER_SECRET = 'whsec_b3RoZXItb25seS1kby1ub3QtdXNlLXRoaXMta2V5LS0';
const WAIT_MS = 10_000;

export const EVENT = {
  event: 'alert.created',
  event_id: '0199d5a0-7c1e-7a52-9d3f-6b1c2e4f8a90',
  tenant_id: '0199d5a0-0001-7000-8000-00000000000a',
  occurred_at: '2026-11-20T09:15:30.123Z',
  data: {
    id: '0199d5a0-7c1d-7b11-8e2a-3c5d7f9b1e24',
    customer_id: '0199d5a0-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title: 'Zoë Müller matches an entry',
    trigger_ref: 'un-consolidated:QDi.001',
    metadata: {},
  },
};
export const BODY = JSON.stringify(EVENT);
export const DELIVERY_ID = '0199d5a0-7f02-7c64-8b1d-2e4f6a8c0d13';

/** A running `webhooks listen`, with its output. */
export class Listening {
  out = '';
  /** resolves to undefined when the command succeeds */
  readonly ended: Promise<Failure | undefined>;
  private readonly written = new EventEmitter();
  private over = false;

  constructor(
    args: string[],
    env: NodeJS.ProcessEnv = { PROBITY_WEBHOOK_SECRET: SECRET },
    readonly signals = new EventEmitter(),
  ) {
    const write = (text: string): void => {
      this.out += text;
      this.written.emit('text');
    };
    const surroundings: Surroundings = { env, stdout: { write }, stderr: { write } };
    const program = new Command('probity').option('--json').exitOverride();
    program.configureOutput({ writeErr: () => {}, outputError: () => {} });
    const webhooks = program.command('webhooks').exitOverride();
    addWebhooksListenCommand(webhooks, surroundings, signals);
    this.ended = program.parseAsync(['webhooks', 'listen', ...args], { from: 'user' }).then(
      () => undefined,
      (error) => describeFailure(error),
    );
    void this.ended.then(() => {
      this.over = true;
      this.written.emit('text');
    });
  }

  /** Waits until stdout has this many lines. */
  async lines(count: number): Promise<string[]> {
    const limit = AbortSignal.timeout(WAIT_MS);
    while (this.out.split('\n').length <= count) {
      if (this.over) throw new Error(`the command ended after it printed: ${this.out}`);
      await once(this.written, 'text', { signal: limit });
    }
    return this.out.trimEnd().split('\n');
  }

  async url(): Promise<string> {
    const [first] = await this.lines(1);
    return /http:\/\/127\.0\.0\.1:\d+\//.exec(first!)![0];
  }

  /** Returns the status code of the response. */
  async deliver(body: string | Buffer, headers: Record<string, string> = {}): Promise<number> {
    const fields = {
      'content-type': 'application/json',
      'x-service-event': 'alert.created',
      'x-service-event-id': EVENT.event_id,
      'x-service-delivery-id': DELIVERY_ID,
      'x-service-signature': signWebhook(body, SECRET, Math.floor(Date.now() / 1000)),
      ...headers,
    };
    return (await fetch(await this.url(), { method: 'POST', headers: fields, body, redirect: 'manual' })).status;
  }

  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<Failure | undefined> {
    this.signals.emit(signal);
    return this.ended;
  }
}
