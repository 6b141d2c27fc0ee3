import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { round } from '../report';

/** The exit code of a time command tells nothing, so the process reports its own peak. */
const MEASURED = `
process.on('exit', () => process.stderr.write('\\n' + JSON.stringify({ peak_mib: process.resourceUsage().maxRSS / 1024 })));`;

export interface Timed {
  seconds: number;
  peak_mib: number;
  stdout: string;
}

/** Returns a function that runs Node with arguments to its end. */
export function timedIn(folder: string): (args: string[], env?: NodeJS.ProcessEnv) => Timed {
  const hook = join(folder, 'peak.cjs');
  writeFileSync(hook, MEASURED);
  return (args, env = {}) => {
    const begun = performance.now();
    const options = { encoding: 'utf8' as const, env: { ...process.env, ...env } };
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--no-warnings', '-r', hook, ...args], options);
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
    const { peak_mib } = JSON.parse(stderr.trim().split('\n').at(-1)!) as { peak_mib: number };
    return { seconds: round((performance.now() - begun) / 1000), peak_mib: Math.round(peak_mib), stdout };
  };
}
