import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { MessageHandler } from '@nestjs/microservices';
import type { PermissionName } from '@probity/contracts/staff/permissions';
import { COMMANDS } from '@probity/contracts/commands';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { OperationRecords } from '@probity/messaging/idempotency/operation-records';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { GrantSigner } from '@probity/platform/grants';
import { createLogger } from '@probity/platform/logging';
import { Sealer } from '@probity/platform/sealing';
import { TimeSource } from '@probity/platform/time-source';
import { PluginRegistry } from '@probity/providers/registry';
import { Metrics } from '@probity/platform/metrics';
import { type Answer, Api } from './api';
import { ORIGIN } from './openid/browser';
import { createTestDatabase } from './test-database';
import { TestTime } from './test-time';
import { AssignByRule } from '../apps/back-office/alerts/assignment/assign-by-rule';
import { ApplyProposals } from '../apps/back-office/proposals/apply-proposals';
import { ReportContradictions } from '../apps/back-office/notices/report-contradictions';
import { PROJECTIONS } from '../apps/back-office/projections';
import { WatchObjects } from '../apps/back-office/verification/watch-objects';
import { ContinuousVerification } from '../apps/back-office/verification/continuous-verification';
import { createBackOffice } from '../apps/back-office/create-back-office';
import { SignInSettings } from '../apps/back-office/sign-in/sign-in-settings';

const TOKEN = 'operator-token-of-these-tests-0123456789';

/** The back office alone, on its own database. Commands are recorded; no service handles them. */
export interface TestOffice {
  api: Api;
  /** the base address of its API */
  url: string;
  token: string;
  /** the clock of the back office */
  time: TestTime;
  /** every route of the API */
  routes: { method: string; url: string; permission: PermissionName | undefined; isReviewed: boolean }[];
  /** connected as the owner, who has all privileges */
  owner: Database;
  /** the commands that were sent, in order */
  sent: { name: string; request: any }[];
  /** the replies by command name; a command without a reply here returns its own name */
  replies: Record<string, (request: any) => unknown>;
  /** carries out what its workers do with proposals from time to time */
  settleProposals(): Promise<unknown>;
  /** Assigns alerts by rule, as it happens every few seconds. */
  assignByRule(): Promise<void>;
  /** Raises notices about contradictions that were reported, as it happens every few seconds. */
  reportContradictions(): Promise<void>;
  /** Verifies what is due, as it happens every minute. */
  verifyDue(signal?: AbortSignal): Promise<void>;
  /** Compares the objects of the database, as it happens every few minutes. */
  compareObjects(): Promise<void>;
  /** rebuilds its projections from the events */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
}

/** @param verification how often it verifies by itself; default: never */
export async function startTestOffice(
  plugins = new PluginRegistry([]),
  verification = { VERIFY_LEDGERS_EVERY_HOURS: 0, VERIFY_AUDIT_TRAILS_EVERY_HOURS: 0 },
): Promise<TestOffice> {
  const test = await createTestDatabase();
  const database = await test.as(ROLES.backOffice);
  const records = new OperationRecords(database, 'back_office', new Sealer(randomBytes(32)), new TimeSource());
  const broker = new EmbeddedBroker();
  const sent: TestOffice['sent'] = [];
  const replies: TestOffice['replies'] = {};
  const note = (name: string) => async (request: unknown) => {
    sent.push({ name, request });
    return replies[name]?.(request) ?? { noted: name };
  };
  broker.register(new Map(COMMANDS.map(({ name }) => [name, note(name) as unknown as MessageHandler])));
  const time = new TestTime();
  const routes: TestOffice['routes'] = [];
  const app = await createBackOffice({
    database,
    maintenance: database,
    events: new PostgresEventStore(database),
    rebuild: new RebuildProjections('back-office', PROJECTIONS, async () => {
      const own = await test.as(ROLES.backOffice);
      const close = (): Promise<void> => test.close(own);
      return { events: new PostgresEventStore(own), database: own, logger: createLogger('silent'), close };
    }),
    commands: new CommandBus(new EmbeddedClient(broker)),
    operations: new KeyedOperations(records, createLogger('silent')),
    logger: createLogger('silent'),
    metrics: new Metrics(0),
    dependencies: [],
    operatorToken: TOKEN,
    masterKeys: { current: randomBytes(32) },
    grantSigner: new GrantSigner(randomBytes(32)),
    scanning: { command: [], timeoutMs: 1_000 },
    verification,
    time,
    onRoute: ({ url, method, config }) => {
      const { permission, reviewed: isReviewed = false } = config ?? {};
      if (method !== 'HEAD') routes.push({ method: String(method), url, permission, isReviewed });
    },
    settings: { TRUSTED_PROXIES: [], BEHIND_TLS: false },
    plugins,
    signIn: new SignInSettings(ORIGIN, { allowedPorts: new Set(), allowInsecureLoopback: true }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/api/v1`;
  return {
    api: new Api(url, TOKEN),
    url,
    token: TOKEN,
    time,
    routes,
    owner: test.owner,
    sent,
    replies,
    rebuild: async () => {
      const answer = await fetch(`${url}/projections/rebuild`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'a test' }),
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    },
    settleProposals: () => app.get(ApplyProposals).settleDue(),
    assignByRule: () => app.get(AssignByRule).look(),
    verifyDue: (signal) => app.get(ContinuousVerification).look(signal),
    compareObjects: () => app.get(WatchObjects).look(),
    reportContradictions: () => app.get(ReportContradictions).look(),
    stop: async () => {
      await app.close();
      await test.drop();
    },
  };
}

/** Expects the status and returns the `data` of the response. */
export function data(answer: Answer, status = 200): any {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status: 'ok' } });
  return answer.body.data;
}

/** Expects an error with the status and a message that matches. */
export function refused(answer: Answer, status: number, message: RegExp): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { status: 'error', code: expect.any(String), message: expect.stringMatching(message) },
  });
}
