import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListEntry } from '@probity/screening/list-entry';
import { ScreeningIndex } from '@probity/screening/screening-index';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import { WebhookVerificationError } from '@probity/webhook-verification/webhook-verification-error';
import type { KnownWebhookEvent } from '@probity/webhook-verification/webhook-event';
import { alertOf } from '../../apps/pipeline/screening/decide-alert';
import { webhookEvent } from '../../apps/webhook-dispatcher/fan-out/webhook-event';
import { BODY, type Delivery, deliveries, misshapenDigests, SECRET, type Verdict } from './deliveries';
import { documented } from './documented';
import { RECEIVERS, run, whyNotHere } from './receivers';

type AlertCreated = Extract<KnownWebhookEvent, { event: 'alert.created' }>;

const DOCUMENT = 'docs/guides/receive-webhooks.md';
const BUILD_TIMEOUT_MS = 180_000; // long enough for the first build on a slow machine

const seconds = (): number => Math.floor(Date.now() / 1000);

/** The verdict for each message of the snippets. */
const VERDICTS: Record<string, Verdict> = {
  verified: 'verified',
  'the signing secret is empty': 'no secret',
  'malformed signature header': 'malformed',
  'signature does not match': 'mismatch',
  'timestamp outside tolerance': 'stale',
};

const verdicts = (judged: Delivery[]): string[] => judged.map(({ name, verdict }) => `${name}: ${verdict}`);
const misshapen = (now: number): Delivery[] =>
  misshapenDigests(now).map((header) => ({
    name: header,
    body: Buffer.from(BODY),
    header,
    secret: SECRET,
    verdict: 'mismatch',
  }));

describe.each(RECEIVERS)('the documented snippet in $language', (receiver) => {
  const reason = whyNotHere(receiver);
  if (reason !== undefined) return it.skip(`skipped: ${reason}`, () => {});
  let folder: string;
  let command: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhook-receiver-'));
    command = await receiver.prepare(folder);
  }, BUILD_TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true }));

  async function judge(given: Delivery[]): Promise<Delivery[]> {
    const parts = ({ body, header, secret }: Delivery) => [body, Buffer.from(header), Buffer.from(secret)];
    const lines = given.map((delivery) =>
      parts(delivery)
        .map((part) => part.toString('base64'))
        .join(' '),
    );
    const answers = (await run(command, folder, `${lines.join('\n')}\n`)).trimEnd().split(/\r?\n/);
    expect(answers).toHaveLength(given.length);
    return given.map((delivery, index) => ({
      ...delivery,
      verdict: VERDICTS[answers[index]!] ?? (answers[index] as Verdict),
    }));
  }

  it('accepts valid deliveries, and rejects others with the reason', async () => {
    const now = seconds();
    const table = deliveries(now);
    const judged = await judge([...table, ...misshapen(now)]);
    expect(verdicts(judged.slice(0, table.length))).toEqual(verdicts(table));
    for (const { verdict } of judged.slice(table.length)) expect(['malformed', 'mismatch']).toContain(verdict);
  });
});

describe('the helper', () => {
  const CODES: Record<string, Verdict> = {
    missing_signature: 'malformed',
    malformed_signature: 'malformed',
    signature_mismatch: 'mismatch',
    timestamp_outside_tolerance: 'stale',
    malformed_body: 'verified', // the snippets do not parse the body
  };

  function verdictOf({ body, header, secret }: Delivery, now: number): Verdict {
    try {
      verifyWebhook(body, header, secret, { now: new Date(now * 1000) });
      return 'verified';
    } catch (error) {
      if (error instanceof WebhookVerificationError) return CODES[error.code]!;
      if (error instanceof TypeError) return 'no secret';
      throw error;
    }
  }

  it('gives the same verdicts on the same deliveries', () => {
    const now = seconds();
    const judged = deliveries(now).map((delivery) => ({ ...delivery, verdict: verdictOf(delivery, now) }));
    expect(verdicts(judged)).toEqual(verdicts(deliveries(now)));
    expect(misshapen(now).map((delivery) => verdictOf(delivery, now))).not.toContain('verified');
  });
});

describe('the documented example', () => {
  it('has the signature that the documented secret gives, byte for byte', () => {
    const [head, body] = documented(DOCUMENT, 'http')[0]!.trimEnd().split('\n\n') as [string, string];
    const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)![1]!;
    const timestamp = Number(/^t=(\d+),/.exec(header('X-Service-Signature'))![1]);
    const event = verifyWebhook(body, header('X-Service-Signature'), SECRET, { now: new Date(timestamp * 1000) });

    expect(Buffer.byteLength(body)).toBe(Number(header('Content-Length')));
    expect(event.event).toBe(header('X-Service-Event'));
    expect(event.event_id).toBe(header('X-Service-Event-ID'));
    expect(documented(DOCUMENT, 'http').join('')).not.toContain('whsec_');
  });

  it('is an alert as screening raises it', () => {
    const body = documented(DOCUMENT, 'http')[0]!.trimEnd().split('\n\n')[1]!;
    const { event, event_id, tenant_id, occurred_at, data } = JSON.parse(body) as AlertCreated;
    const { list, entry_id, subject_name, matched_name, score } = data.metadata as Record<string, any>;
    const entry: ListEntry = {
      list,
      id: entry_id,
      schema: 'Person',
      topics: ['sanction'],
      names: [{ name: matched_name, quality: 'primary' }],
      birth_dates: [],
      countries: [],
      identifiers: [],
      programs: [],
    };
    const found = {
      customerId: data.customer_id,
      subject: { role: 'customer' as const, schema: 'Person' as const, names: [subject_name] },
      match: { entry, matched_name, subject_name, score, features: {} },
      threshold: 0.7,
      listVersion: 1,
    };
    const { alert_id: id, ...alert } = alertOf(found);
    const sent = webhookEvent(event, event_id, tenant_id, occurred_at, {
      ...alert,
      id,
      customer_id: data.customer_id,
    });
    expect(sent.body).toBe(body);
    expect(new ScreeningIndex([entry]).screen(found.subject)[0]!.score).toBe(score);
  });
});
