import type { Random } from '../crash/random';
import type { Acknowledged } from './acknowledged';
import { Copy, READ_SIDES } from './copy';
import type { Estate } from './estate';
import { Load } from './load';
import { differences } from './reads';
import { checkRefusals } from './refusals';
import { repeatKnown, resolveOpen } from './repeats';
import { StoredFacts } from './stored-facts';

export const PARTS = ['read side', 'events'] as const;
export type Part = (typeof PARTS)[number];
/** What an operator does when the product refuses changes: puts the newest state back, or gives up what was lost. */
const REPAIRS = ['everything', 'events and rebuild', 'rebuild'] as const;

export interface RoundReport {
  part: Part;
  /** what was put back, and how the product had ended */
  how: string;
  outcome: 'repaired' | 'refused';
  acknowledged: number;
  unknown: number;
  /** objects that lacked events, and changes that were rejected */
  lost: number;
  refused: number;
  /** from the start of the product on the older state until it was ready */
  startMs: number;
  findings: string[];
}

/** How many changes are acknowledged before a copy, and before the product ends. */
const CHANGES = [15, 60] as const;
const KEPT_COPIES = 4;
/**
 * While the older state ran, logs may have been signed further. The operator accepts that these checkpoints are of another
 * history; see docs/reference/what-a-rebuild-restores.md.
 */
const RESET_NOTARY = [
  ...['keys', 'leaves', 'ledger_checkpoints', 'logs'].map((table) => `DELETE FROM notary.${table}`),
  "DELETE FROM event_store.checkpoints WHERE follower = 'notary'",
];
const SHOWN_OF_THE_LOG = 2_000;

/** Puts older states back, round after round. */
export class Rounds {
  private copies: Copy[] = [];
  private made = 0;

  constructor(
    private readonly estate: Estate,
    private readonly known: Acknowledged,
    private readonly random: Random,
    /** for the load and the checks, whose order differs each time, so that a seed repeats the other choices */
    private readonly others: Random,
  ) {}

  /** @throws Error with the end of the product's output when the product does not start */
  async run(part: Part): Promise<RoundReport> {
    const { estate, random } = this;
    const load = new Load(estate, this.known, this.others);
    await load.acknowledges(random.between(...CHANGES));
    await this.copy();
    await load.acknowledges(random.between(...CHANGES));
    const end = random.pick(['stop', 'kill'] as const, 1)[0]!;
    if (end === 'stop') await load.stop();
    await estate.end(end);
    await load.stop();
    const { acknowledged, unknown } = load;

    const before = await StoredFacts.read(estate);
    const findings = [...load.findings, ...this.known.missingIn(before).map((what) => `lost by a ${end}: ${what}`)];
    this.known.agreeWith(before);
    const [older] = random.pick(this.copies, 1);
    const done = part === 'events' ? await this.olderEvents(older!, before) : await this.olderReadSide(older!);
    findings.push(...done.findings, ...(await this.compare()));
    return { part, acknowledged, unknown, ...done, how: `${done.how}, after a ${end}`, findings };
  }

  private async olderReadSide(older: Copy) {
    const { random } = this;
    const schemas = random.between(0, 1) === 0 ? READ_SIDES : random.pick([...READ_SIDES], 1);
    await older.restoreReadSide(schemas);
    const startMs = await this.start();
    const how = schemas === READ_SIDES ? 'all of the read side' : schemas.join();
    return { outcome: 'repaired' as const, how, lost: 0, refused: 0, startMs, findings: [] };
  }

  private async olderEvents(older: Copy, before: StoredFacts) {
    const { estate, random, known } = this;
    const newest = await Copy.make(estate, ++this.made);
    await older.restoreEvents();
    const after = await StoredFacts.read(estate);
    const startMs = await this.start();
    const { lost, refused, findings } = await checkRefusals(estate, known, { before, after, random: this.others });
    const how = random.pick([...REPAIRS], 1)[0]!;
    await estate.end('stop');
    if (how === 'everything') await newest.restoreEverything();
    if (how === 'events and rebuild') await newest.restoreEvents();
    if (how !== 'everything') for (const sql of RESET_NOTARY) await estate.owner.execute(sql);
    await this.start();
    if (how !== 'everything') findings.push(...(await this.rebuild()));
    if (how === 'rebuild') await this.forget(older);
    await newest.remove();
    const outcome = refused > 0 ? ('refused' as const) : ('repaired' as const);
    return { outcome, how, lost, refused, startMs, findings };
  }

  /** Continues from an older state: what came after it is given up, and later copies are of another history. */
  private async forget(older: Copy): Promise<void> {
    this.known.continueFrom(await StoredFacts.read(this.estate));
    for (const copy of this.copies.filter(({ number }) => number > older.number)) await copy.remove();
    this.copies = this.copies.filter(({ number }) => number <= older.number);
  }

  private async rebuild(): Promise<string[]> {
    const { backOffice } = this.estate.product;
    const { body } = await backOffice.postForLines('/projections/rebuild', { all: true, reason: 'a test' });
    const last = body.at(-1);
    return last?.done === true && !last.failed ? [] : [`the rebuild ended with ${JSON.stringify(last)}`];
  }

  /** Compares the product with the events. */
  private async compare(): Promise<string[]> {
    const { estate, known, others } = this;
    const open = await resolveOpen(estate, known);
    const repeated = await repeatKnown(estate, known, others);
    const facts = await StoredFacts.read(estate);
    const missing = known.missingIn(facts).map((what) => `lost: ${what}`);
    return [...open, ...repeated, ...missing, ...(await differences(estate, facts, known))];
  }

  private async copy(): Promise<void> {
    this.copies.push(await Copy.make(this.estate, ++this.made));
    while (this.copies.length > KEPT_COPIES) await this.copies.shift()!.remove();
  }

  private async start(): Promise<number> {
    const begun = performance.now();
    await this.estate.start();
    return Math.round(performance.now() - begun);
  }
}

/** Adds the end of the product's output to an error. */
export const withOutput = (error: Error, { printed }: Estate): Error =>
  new Error(`${error.message}\nthe end of the product's log:\n${printed.slice(-SHOWN_OF_THE_LOG)}`, { cause: error });
