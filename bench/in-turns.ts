import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { WrongOption } from '../testing/run-tool';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';

/** One of two versions of the product that are compared. */
export interface Contender<Prepared> {
  name: 'this' | 'other';
  /** the folder of its data */
  data: string;
  product: StandaloneProcess;
  prepared: Prepared;
}

/** A version that runs and is not prepared yet. `dist` is the folder with its compiled code. */
export type Version = Pick<Contender<unknown>, 'name' | 'data' | 'product'> & { dist: string };

interface Measurement<Prepared> {
  prepare: (version: Version) => Promise<Prepared>;
  /** one turn */
  measure: (contender: Contender<Prepared>) => Promise<void>;
  /** called before the versions stop */
  close?: (prepared: Prepared) => Promise<void>;
}

/**
 * Runs two versions of the product side by side and measures them in turns (this, other, other, this, …), so that a
 * change in the speed of the machine affects both.
 *
 * @param folder a checkout of the other version, built with `node tools/build.mjs`
 */
export async function inTurns<Prepared>(
  folder: string,
  turns: number,
  { prepare, measure, close }: Measurement<Prepared>,
): Promise<[Contender<Prepared>, Contender<Prepared>]> {
  const dists = { this: resolve('dist'), other: resolve(folder, 'dist') };
  const main = resolve(dists.other, 'apps/standalone/main.js');
  if (!existsSync(main)) throw new WrongOption(`${main} does not exist; run \`node tools/build.mjs\` in ${folder}`);
  const started: Version[] = [];
  const contenders: Contender<Prepared>[] = [];
  try {
    for (const name of ['this', 'other'] as const) {
      const data = temporaryFolder(`probity-bench-${name}-`);
      const product = await StandaloneProcess.start(data, { LOG_LEVEL: 'warn' }, name === 'other' ? main : undefined);
      const version = { name, data, product, dist: dists[name] };
      started.push(version);
      contenders.push({ ...version, prepared: await prepare(version) });
    }
    for (let turn = 0; turn < turns; turn++) {
      for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) await measure(contender);
    }
    return contenders as [Contender<Prepared>, Contender<Prepared>];
  } finally {
    if (close) await Promise.all(contenders.map(({ prepared }) => close(prepared)));
    await Promise.all(started.map(({ product }) => product.stop()));
    for (const { data } of started) rmSync(data, { recursive: true, force: true });
  }
}

/**
 * The median of the ratios of neighbouring rounds. It suffers less from a machine that changes its speed than the ratio of
 * the medians.
 */
export const ratioOfNeighbours = (ours: number[], theirs: number[]): number =>
  median(ours.map((value, turn) => value / theirs[turn]!));

/** The middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
