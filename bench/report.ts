import { cpus, totalmem } from 'node:os';

/** Prints progress, if stderr is a terminal. stdout is for the JSON result. */
export const say = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
};

/** The machine on which the figures were measured. */
export const machine = (): object => ({
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

export const round = (value: number): number => Math.round(value * 1000) / 1000;
