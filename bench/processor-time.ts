import { readFileSync } from 'node:fs';

const STAT = '/proc/stat';
/** The columns of the line `cpu` are user, nice, system, idle, iowait, irq, softirq, steal; see proc_stat(5). */
const STEAL = 7;

/**
 * Returns a function for the share of the processors' time since this call that the hypervisor gave to other machines
 * while this one had work; 0 where the system does not count it.
 */
export function stealing(): () => number {
  const before = times();
  return () => {
    const passed = times().map((time, column) => time - before[column]!);
    const total = passed.reduce((sum, time) => sum + time, 0);
    return total === 0 ? 0 : (passed[STEAL] ?? 0) / total;
  };
}

function times(): number[] {
  if (process.platform !== 'linux') return [];
  const [first = ''] = readFileSync(STAT, 'utf8').split('\n');
  // guest and guest_nice, which follow, are part of user and nice.
  return first
    .split(/\s+/)
    .slice(1, STEAL + 2)
    .map(Number);
}

/** The unit of times in /proc, on every system that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The processor time that a process has used, in milliseconds; undefined where the system does not have /proc. */
export function processorMsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // The name of the program, in parentheses, may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) * 1000) / TICKS_PER_SECOND;
}
