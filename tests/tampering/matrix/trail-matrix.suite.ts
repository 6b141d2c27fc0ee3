import { logStream } from '@probity/contracts/checkpoints/events';
import type { StoredEvent } from '../stored-events';
import { forgeWithKeys } from '../testing/forged-log';
import { StoppedInstallation, type StoreKind } from '../testing/stopped-installation';
import { EVENT_CHANGES } from './event-changes';

const { 'forged history': _ofLedgers, ...CHANGES } = EVENT_CHANGES;
/** They change one event where it is. */
const IN_PLACE = ['edit of a field', 'removal of a field'];
const AT_ONCE = 20;

/** Changes that are not noticed. `#` stands for a number. */
const HARMLESS: Record<string, string[]> = {
  // Nothing refers to these ids; what the events say is signed.
  'edit of a field': ['notary-log- EventsLogged #: the id', 'notary-log- CheckpointSigned #: the id'],
  // Several services write notices, so they have no MACs: docs/guides/verify-the-audit-trail.md says so.
  insertion: ['notice- NoticeRaised # again', 'notice- NoticeRaised # again, at the end'],
};

interface Change {
  stream: string;
  what: string;
  changed: StoredEvent[];
}

/** Makes every change of the events of a tenant, apart from its ledgers, and expects that each is noticed. */
export function trailMatrix(kind: StoreKind): void {
  let installation: StoppedInstallation;
  let streams: Map<string, StoredEvent[]>;
  let others: Map<string, StoredEvent[]>;

  beforeAll(async () => {
    installation = await StoppedInstallation.set(kind);
    const read = async (tenant: string) => {
      const names = await installation.streamsOf(tenant);
      const events = names.map(async (name) => [name, await installation.streams.read(name)] as const);
      return new Map(await Promise.all(events));
    };
    streams = await read(installation.tenant);
    others = await read(installation.other);
  }, 300_000);
  afterAll(() => installation?.stop());

  /** A stream of the other tenant with events of the same types. */
  function otherOf(events: StoredEvent[]): StoredEvent[] {
    const types = new Set(events.map(({ type }) => type));
    const common = (of: StoredEvent[]) =>
      [...new Set(of.map(({ type }) => type))].filter((type) => types.has(type)).length;
    return [...others.values()].sort((a, b) => common(b) - common(a))[0]!;
  }

  /** Each change once for each type of event: its place in a stream or in a list does not matter. */
  function changesOf(operation: string): Change[] {
    const found = new Map<string, Change>();
    for (const [stream, events] of streams) {
      const family = stream.replace(/[0-9a-f]{8}-[0-9a-f-]{27}.*/, '');
      for (const { what, events: changed } of CHANGES[operation]!(events, otherOf(events))) {
        const once = `${family} ${what.replaceAll(/\d+/g, '#')}`;
        if (!found.has(once)) found.set(once, { stream, what: once, changed });
      }
    }
    return [...found.values()];
  }

  const isOfNotary = (stream: string): boolean => /^(notary-log|checkpoint-key)-/.test(stream);
  const changedEvent = ({ stream, changed }: Change): StoredEvent =>
    changed.find((event, n) => event !== streams.get(stream)![n])!;

  /** Changes of different events, some at a time. */
  function batchesOf(changes: Change[]): Change[][] {
    const batches: { changes: Change[]; places: Set<string> }[] = [];
    for (const change of changes) {
      const place = `${change.stream} ${changedEvent(change).revision}`;
      let batch = batches.find(({ places }) => places.size < AT_ONCE && !places.has(place));
      if (!batch) batches.push((batch = { changes: [], places: new Set() }));
      batch.changes.push(change);
      batch.places.add(place);
    }
    return batches.map((batch) => batch.changes);
  }

  async function write(changes: Change[]): Promise<void> {
    for (const stream of new Set(changes.map((change) => change.stream))) {
      const ofStream = changes.filter((change) => change.stream === stream);
      const [only] = ofStream;
      const changed = new Map(ofStream.length > 1 ? ofStream.map(changedEvent).map((one) => [one.revision, one]) : []);
      const all =
        ofStream.length > 1 ? streams.get(stream)!.map((one) => changed.get(one.revision) ?? one) : only!.changed;
      await installation.streams.write(stream, all);
    }
  }

  async function restore(changes: Change[]): Promise<void> {
    for (const stream of new Set(changes.map((change) => change.stream)))
      await installation.streams.write(stream, streams.get(stream)!);
  }

  /** Whether each of the changes is a problem of the report, and the first problem is one of them. */
  async function allNoticed(changes: Change[]): Promise<boolean> {
    await write(changes);
    const { problems, first } = await installation.walk();
    await restore(changes);
    const isFirst = (change: Change) =>
      change.stream === first?.stream && changedEvent(change).revision === first.revision;
    return problems === changes.length && changes.some(isFirst);
  }

  /** A change of the key of the log is named as one of the log. */
  const names = (change: Change, stream: string | undefined): boolean =>
    stream === change.stream || (isOfNotary(change.stream) && stream === logStream(installation.tenant));

  async function missed(changes: Change[]): Promise<string[]> {
    const found: string[] = [];
    for (const change of changes) {
      await write([change]);
      const problem = await installation.verify(change.stream, installation.checkpoint);
      if (!names(change, problem?.stream)) found.push(`${change.what}${problem ? JSON.stringify(problem) : ''}`);
      await restore([change]);
    }
    return found;
  }

  it('begins with a log that verifies', async () => {
    for (const stream of streams.keys()) expect(await installation.verify(stream)).toBeUndefined();
    expect(await installation.verify(undefined, installation.checkpoint)).toBeUndefined();
  });

  it.each(IN_PLACE)('%s is noticed, and the report names the event', async (operation) => {
    const [ofNotary, ofTrails] = [[] as Change[], [] as Change[]];
    for (const change of changesOf(operation)) (isOfNotary(change.stream) ? ofNotary : ofTrails).push(change);
    const found = await missed(ofNotary);
    for (const batch of batchesOf(ofTrails)) if (!(await allNoticed(batch))) found.push(...(await missed(batch)));
    expect(found).toEqual(HARMLESS[operation] ?? []);
    expect(ofTrails.length).toBeGreaterThan(300);
  });

  const WHOLE = Object.keys(CHANGES).filter((operation) => !IN_PLACE.includes(operation));
  it.each(WHOLE)('%s is noticed, and the report names the stream', async (operation) => {
    const changes = changesOf(operation);
    expect(changes.length).toBeGreaterThan(0);
    expect(await missed(changes)).toEqual(HARMLESS[operation] ?? []);
  });

  // The last test: it leaves the forged history.
  it('a history that was forged with the real keys verifies, and the kept checkpoint shows it', async () => {
    const stream = [...streams.keys()].find((name) => name.startsWith('customer-'))!;
    await forgeWithKeys(installation, stream);
    expect(await installation.verify(stream)).toBeUndefined();
    expect(await installation.verify(stream, installation.checkpoint)).toMatchObject({ kind: 'outside_checkpoint' });
  });
}
