import { run } from './run';

/** A reader such as `| head` may close the pipe early. Then the command ends without an error. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

void run(process.argv.slice(2), process);
