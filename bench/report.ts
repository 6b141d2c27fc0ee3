import { cpus, totalmem } from 'node:os';

/** Progress, where a person looks on. */
export const say = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
};

/** What the figures were measured on. */
export const machine = (): object => ({
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

export const round = (value: number): number => Math.round(value * 1000) / 1000;
