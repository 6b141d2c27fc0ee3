import { run } from './run';

/** Whoever reads our output may stop reading, as `| head` does: then there is nobody left to write for. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

void run(process.argv.slice(2), process);
