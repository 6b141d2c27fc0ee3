import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CHANGE_KINDS, type ChangeKind, kindOfSubject } from '@probity/contracts/changes/kinds';
import type { TenantView } from '@probity/contracts/tenants/views';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { pause } from '@probity/platform/pause';
import type { ChangeQueries, NotedChange } from '@probity/read-side/changes/change-queries';
import type { TimeSource } from '@probity/platform/time-source';
import type { GenuineStaff } from '../auth/genuine-staff';
import { rolesFor, type StaffCaller } from '../auth/staff-caller';
import type { Sessions } from '../sign-in/sessions';
import { OpenStream } from './open-stream';

/** How many streams may be open at the same time in one process. */
export const MAX_STREAMS = { ofAccount: 12, ofTenant: 200, ofProcess: 1_000 };
export const RETRY_AFTER_S = 30;
const LOOK_MS = 1_000;
const BEAT_MS = 15_000;
/** Changes are kept so long, and up to twice that. */
const FORGET_MS = 60_000;
const EVERYTHING: ReadonlySet<ChangeKind> = new Set(CHANGE_KINDS);

interface Parts {
  queries: ChangeQueries;
  genuine: GenuineStaff;
  sessions: Sessions;
  time: TimeSource;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Tells clients what changed. While there are any, it makes at most three queries each second, however many they are:
 * what changed, whose session has ended, and whose token was revoked. With them, a stream ends within about a second of
 * the right to read it.
 */
@Injectable()
export class ChangeStreams implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Set<OpenStream>();
  private readonly stopping = new AbortController();
  /** resolves when changes from now on are told; undefined while there are no clients */
  private looking: Promise<void> | undefined;
  private seen = '';
  private seenAt = 0;
  private beatAt = 0;

  constructor(private readonly parts: Parts) {}

  onModuleInit(): void {
    void this.forget();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    for (const stream of this.streams) stream.end();
  }

  get open(): number {
    return this.streams.size;
  }

  /** @throws Refusal `rate_limited` */
  async add(tenant: TenantView, caller: StaffCaller): Promise<OpenStream> {
    this.refuseTooMany(tenant, caller.id);
    const who = { accountId: caller.id, sessionId: caller.session?.id, tokenId: caller.tokenId };
    const stream = new OpenStream(tenant.id, tenant.slug, who, rolesFor(caller, tenant.slug));
    this.streams.add(stream);
    stream.onClose(() => this.streams.delete(stream));
    try {
      await (this.looking ??= this.begin());
    } catch (error) {
      stream.end();
      this.streams.delete(stream);
      throw error;
    }
    if (this.stopping.signal.aborted) stream.end();
    return stream;
  }

  private refuseTooMany(tenant: TenantView, accountId: string): void {
    const open = [...this.streams];
    const isFull =
      open.length >= MAX_STREAMS.ofProcess ||
      open.filter(({ tenantId }) => tenantId === tenant.id).length >= MAX_STREAMS.ofTenant ||
      open.filter(({ caller }) => caller.accountId === accountId).length >= MAX_STREAMS.ofAccount;
    if (!isFull) return;
    this.parts.metrics.countRefusedByLimit('back-office', 'change_streams');
    throw new Refusal(
      'rate_limited',
      'rate_limited',
      `too many streams of changes are open. Close one, or retry in ${RETRY_AFTER_S} s; until then, read what you need.`,
    );
  }

  private async begin(): Promise<void> {
    try {
      this.seen = await this.parts.queries.snapshot();
    } catch (error) {
      this.looking = undefined;
      throw error;
    }
    this.seenAt = performance.now();
    void this.look();
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal);
      if (this.streams.size === 0) {
        this.looking = undefined;
        return;
      }
      try {
        await this.endWithoutRight();
        await this.tell();
      } catch (err) {
        // After a crash, the database has forgotten changes, so the next message names every kind.
        this.seenAt = -Infinity;
        this.parts.logger.warn({ err }, 'the changes for the desk cannot be read; retrying');
      }
    }
  }

  private async tell(): Promise<void> {
    const tenantIds = [...new Set([...this.streams].map(({ tenantId }) => tenantId))];
    const { snapshot, changes } = await this.parts.queries.since(this.seen, tenantIds);
    const now = performance.now();
    // After a long pause, some changes may be forgotten.
    const isComplete = now - this.seenAt < FORGET_MS;
    [this.seen, this.seenAt] = [snapshot, now];
    const isTimeToBeat = now - this.beatAt >= BEAT_MS;
    if (isTimeToBeat) this.beatAt = now;
    const told = isComplete ? kindsByTenant(changes, tenantIds) : new Map(tenantIds.map((id) => [id, EVERYTHING]));
    for (const stream of this.streams) {
      const changed = told.get(stream.tenantId);
      if (changed) stream.tell(changed);
      if (isTimeToBeat) stream.beat();
    }
  }

  /**
   * Ends the streams of sessions and tokens that have ended. The others tell what their callers may know now. The
   * operator token has no such check: it is valid as long as the process runs.
   */
  private async endWithoutRight(): Promise<void> {
    const { sessions, genuine, time } = this.parts;
    const streams = [...this.streams];
    const [sessionIds, tokenIds] = (['sessionId', 'tokenId'] as const).map((name) => [
      ...new Set(streams.flatMap(({ caller }) => caller[name] ?? [])),
    ]) as [string[], string[]];
    const found = [
      ...(sessionIds.length > 0 ? await sessions.now(sessionIds) : []).map((one) => ({ ...one, key: one.session_id })),
      ...(tokenIds.length > 0 ? await genuine.tokensNow(tokenIds, time.now()) : []).map((one) => ({
        ...one,
        key: one.token_id,
      })),
    ];
    const valid = new Map(found.map((one) => [one.key, one]));
    for (const stream of streams) {
      const key = stream.caller.sessionId ?? stream.caller.tokenId;
      if (key === undefined) continue;
      const caller = valid.get(key);
      const roles = caller ? rolesFor(caller, stream.slug) : [];
      if (roles.length === 0) stream.end();
      else stream.allow(roles);
    }
  }

  /** Keeps what was noted bounded, also while no client listens. */
  private async forget(): Promise<void> {
    const { queries, logger } = this.parts;
    const { signal } = this.stopping;
    let earlier: string | undefined;
    while (!signal.aborted) {
      try {
        const now = await queries.snapshot();
        if (earlier !== undefined) await queries.forgetBefore(earlier);
        earlier = now;
      } catch (err) {
        if (!signal.aborted) logger.warn({ err }, 'old changes cannot be forgotten; retrying');
      }
      await pause(FORGET_MS, signal);
    }
  }
}

function kindsByTenant(changes: NotedChange[], tenantIds: string[]): Map<string, Set<ChangeKind>> {
  const kinds = new Map<string, Set<ChangeKind>>(tenantIds.map((id) => [id, new Set()]));
  for (const { tenant_id, subject_type } of changes) {
    const kind = kindOfSubject(subject_type);
    if (kind === undefined) continue;
    for (const id of tenant_id === null ? tenantIds : [tenant_id]) kinds.get(id)?.add(kind);
  }
  return kinds;
}
