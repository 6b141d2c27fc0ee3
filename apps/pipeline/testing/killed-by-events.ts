import { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { ANY } from './any-transaction';
import { TestPipeline } from './test-pipeline';

// A process that works on the inbox of a tenant until nothing is due. The transaction `kill` ends it while its
// rules are evaluated, as the kernel does when there is too little memory. Prints the notices that it raised.
//
//     node killed-by-events.js <url of the database> <tenant>

async function main(url: string, tenantId: string): Promise<void> {
  const owner = await Database.open({ url, applicationName: 'test-owner' });
  const database = await Database.open({ url, role: ROLES.pipeline, applicationName: 'test-pipeline' });
  const pipeline = Object.assign(new TestPipeline(database, owner), { tenantId });
  pipeline.setRules([ANY]);
  const evaluate = pipeline.evaluations.evaluate.bind(pipeline.evaluations);
  pipeline.evaluations.evaluate = (evaluation, supply) => {
    if (evaluation.event.payload.transaction_id === 'kill') process.kill(process.pid, 'SIGKILL');
    return evaluate(evaluation, supply);
  };
  await pipeline.drain();
  console.log(JSON.stringify(pipeline.notices));
  await Promise.all([database.close(), owner.close()]);
}

const [url, tenantId] = process.argv.slice(2);
void main(url!, tenantId!);
