import { run } from './run';

const isGone = (error: NodeJS.ErrnoException): boolean => error.code === 'EPIPE';

/** A reader such as `| head` may close the pipe early. Then the command ends without an error of its own. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!isGone(error)) throw error;
  process.exit();
});
/** Without a reader of the progress, the command goes on: its exit code is its result. */
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (!isGone(error)) throw error;
});

void run(process.argv.slice(2), process);
