import { execFile } from 'node:child_process';

const MAX_OUTPUT_BYTES = 1 << 30;

/**
 * Runs an accounting tool and returns its output.
 * @throws Error if the tool is not installed, or fails; then with the tool's own message
 */
export function runTool(command: string, args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    // Without a UTF-8 locale hledger cannot read an account named Café.
    const env = { ...process.env, LC_ALL: process.env.LC_ALL ?? 'C.UTF-8', PYTHONUTF8: '1' };
    execFile(command, args, { env, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      if (!error) return done(stdout);
      if (error.code === 'ENOENT') return fail(new Error(`${command} is not installed (or not on the PATH)`));
      fail(new Error(`${command} failed: ${stderr.trim() || error.message}`));
    });
  });
}
