import type { AuditComparison, AuditDifference } from '@probity/contracts/audit/comparison';
import type {
  AuditProblem,
  AuditVerification,
  LogProblem,
  LogVerification,
} from '@probity/contracts/audit/verification';
import { logStream, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import type { OtherObject } from '@probity/read-side/database-objects/compare-objects';

/** What one part has found. */
interface Part {
  problems: number;
  first: AuditProblem | undefined;
}

const NOTHING = { entry_id: null, stream: null, revision: null, position: null, fields: [], detail: null };

/** Joins the reports of the services and of the notary. */
export class AuditReport {
  private entries = 0;
  private events = 0;
  private checkpoints = 0;
  private root: { size: number; hash: string } | undefined;
  /** of the parts that have ended */
  private readonly ended: Part[] = [];
  /** whether the objects of the database, the rows, the events and the checkpoint from outside hold */
  private readonly holds = { objects: false, rows: true, events: true, outside: false };

  constructor(
    private readonly tenantId: string,
    private readonly hasCheckpoint: boolean,
  ) {}

  progress(checking: string, current?: Part & Partial<Counts>): AuditVerification {
    const parts = current ? [...this.ended, current] : this.ended;
    return {
      tenant_id: this.tenantId,
      checking,
      entries: this.entries + (current?.entries ?? 0),
      events: this.events + (current?.events ?? 0),
      checkpoints: this.checkpoints + (current?.checkpoints ?? 0),
      problems: parts.reduce((sum, { problems }) => sum + problems, 0),
      first: parts.find(({ first }) => first)?.first ?? null,
      done: false,
      verified: false,
      proven: [],
      not_proven: [],
    };
  }

  /** @param others undefined if they were not compared. A trigger can make rows look explained */
  ofObjects(others: OtherObject[] | undefined): AuditVerification {
    const [first] = others ?? [];
    this.ended.push({ problems: others?.length ?? 0, first: first && ofObject(first) });
    this.holds.objects = others !== undefined && !first;
    this.holds.rows &&= !first;
    return this.progress('the objects of the database');
  }

  ofRows(checking: string, line: AuditComparison): AuditVerification {
    const { entries, missing, changed, unexplained, unreadable, broken = 0, first, done } = line;
    const problems = missing + changed + unexplained + unreadable + broken;
    const part = { entries, problems, first: first && ofDifference(first) };
    const report = this.progress(checking, part);
    if (done) {
      this.entries += entries;
      this.holds.rows &&= missing + changed + unexplained === 0;
      this.holds.events &&= unreadable + broken === 0;
      this.ended.push(part);
    }
    return report;
  }

  ofLog(line: LogVerification): AuditVerification {
    const { log, events, checkpoints, problems, sound, first, continues, root_hash, done } = line;
    const part = { events, checkpoints, problems, first: first && ofLogProblem(log, first) };
    const report = this.progress('the log of the notary', part);
    if (done) {
      this.events += events;
      this.checkpoints += checkpoints;
      this.holds.outside ||= continues === true;
      this.holds.events &&= sound;
      if (log !== PLATFORM_LOG && root_hash !== undefined) this.root = { size: events, hash: root_hash };
      this.ended.push(part);
    }
    return report;
  }

  result(at: Date): AuditVerification {
    const { checking: _, ...found } = this.progress('');
    const verified = found.problems === 0;
    return { ...found, done: true, verified, ...this.claims(), verified_at: at.toISOString() };
  }

  private claims(): Pick<AuditVerification, 'proven' | 'not_proven'> {
    const { objects, rows, events, outside } = this.holds;
    const head = this.root ? ` (${this.root.size} events, root ${this.root.hash})` : '';
    const claims: [boolean, string][] = [
      [rows, 'Each entry is what its event says, no entry is missing, and none was added.'],
      [
        events,
        `The events are the ones that the notary logged and signed${head}, and Probity wrote those behind the entries.`,
      ],
      [objects, 'The triggers, functions and other objects of the database are the ones that the migrations made.'],
      [
        outside && events,
        this.hasCheckpoint
          ? 'The log continues the checkpoint that was given.'
          : 'Events, entries and logs were not replaced by an older state of all of them: give a checkpoint that was kept ' +
            'outside of Probity.',
      ],
      [false, 'Events of the last moments are in no log yet, so it is open whether some of them were removed.'],
      [false, 'Notices have no authentication of their own: whether one was added is open.'],
    ];
    const texts = (isProven: boolean) => claims.filter(([proven]) => proven === isProven).map(([, text]) => text);
    return { proven: texts(true), not_proven: texts(false) };
  }
}

/** Problems of one stored event, not of the log. */
const OF_EVENTS = ['missing_event', 'changed_event', 'unlogged_event'];

type Counts = Pick<AuditVerification, 'entries' | 'events' | 'checkpoints'>;

const WHO = 'find out who can change the database, and';
const ADVICE: Record<OtherObject['problem'], string> = {
  added: `it was added; ${WHO} remove it`,
  changed: `it was changed; ${WHO} make it again as the migrations did`,
  missing: `it is missing; ${WHO} make it again as the migrations did`,
};

const ofObject = ({ object, problem }: OtherObject): AuditProblem => ({
  ...NOTHING,
  where: object,
  kind: 'database_object',
  detail: ADVICE[problem],
});

function ofDifference({ trail, kind, ...about }: AuditDifference): AuditProblem {
  const isRow = kind === 'missing' || kind === 'changed' || kind === 'unexplained';
  const where = isRow || about.stream === undefined ? `${trail}.audit_events` : about.stream;
  return { ...NOTHING, where, kind, ...about };
}

function ofLogProblem(log: string, { kind: ofLog, field, unlogged, ...about }: LogProblem): AuditProblem {
  const kind = unlogged ? 'unlogged_event' : ofLog;
  const where = OF_EVENTS.includes(kind) ? about.stream! : logStream(log);
  return { ...NOTHING, where, kind, ...about, fields: field === undefined ? [] : [field] };
}
