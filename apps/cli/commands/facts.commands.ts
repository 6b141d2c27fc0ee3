import { InvalidArgumentError } from 'commander';
import type { ReplayProgress, ReplayRequest, ReplaySettings } from '@probity/service/replay-facts';
import { command, group } from '../declaration/command';
import { optional, required } from '../declaration/options';
import { CliError, InputError } from '../errors';
import { count } from '../output/count';
import { interrupts } from './interrupts';

const WHAT_IT_DOES = `
The facts have the keys, headers and values of the topic of Probity, and the order of each key. Facts about erased people
have placeholders. The consumer reads its own topic to the end first, then the topic of Probity from its beginning. The
two overlap: it skips a fact whose ce_revision it has already handled, as with any repetition. So a replay can be repeated.

The topic of the consumer must exist, and take messages of 4 MiB. Its facts have personal data in clear: give it a
retention, and let only the consumer read it. The replay ends at the events that existed when it began.

It reads these environment variables, and needs the rights of the relay only:
  DATABASE_URL                a login that may act as probity_relay
  EVENTSTORE_URL              if the events are in EventStoreDB
  PROBITY_PERSONAL_DATA_KEY   that of the services; with \`npm start\`, PROBITY_MASTER_KEY can take its place
  KAFKA_BROKERS               and the other KAFKA_ variables of \`topics\`; KAFKA_TOPIC_PREFIX is not added to --to`;

const POSITION = /^(\d+:\d+|C:\d+\/P:\d+)$/;

function position(text: string): string {
  if (POSITION.test(text)) return text;
  throw new InvalidArgumentError('It must be a position that an earlier replay has printed.');
}

export const addFactsCommands = group(
  'facts',
  'the facts that Probity publishes on Kafka',
  'replay --topic customer-risk.customer.event.v2 --to crm.customers',
  [
    command({
      usage: 'replay',
      summary: "write the facts of a topic, from the events, to a consumer's own topic; safe to repeat",
      example: '--topic customer-risk.customer.event.v2 --to crm.customers',
      options: {
        topic: required('--topic <topic>', 'the topic of Probity, without a prefix'),
        to: required('--to <topic>', "the consumer's own topic, with its whole name"),
        tenant: optional('--tenant <slug>', 'only facts of this tenant'),
        after: optional('--after <position>', 'continue an earlier replay of the same topic', position),
      },
      notes: WHAT_IT_DOES,
      run: async ({ topic, to, tenant, after }, { surroundings, progress, answer }) => {
        const { readReplaySettings, refuseMissingTopic, refuseOwnTopic, streamsOn } = await replay();
        const streams = streamsOn(topic);
        refuseOwnTopic(to);
        const settings = await readReplaySettings(surroundings.env);
        await refuseMissingTopic(settings.kafka, to);
        const show = (soFar: ReplayProgress): void => progress.show(`wrote ${written(soFar)}`);
        const { done, complete } = await run(settings, { streams, to, tenant, after }, show).finally(progress.clear);
        if (!complete) surroundings.exitCode = 1;
        answer(
          { topic, to, tenant: tenant ?? null, ...done, position: done.position ?? null, complete },
          report(done, complete),
        );
      },
    }),
  ],
);

/** Imported on use so that the other commands start faster. */
const replay = async () => ({
  ...(await import('./facts/replay-settings')),
  ...(await import('./facts/replay-target')),
  ...(await import('./topics/kafka-failure')),
  ...(await import('@probity/service/replay-facts')),
  ...(await import('@probity/platform/logging')),
});

/** Ctrl-C ends it after the batch that it is writing. */
async function run(
  settings: ReplaySettings,
  request: ReplayRequest,
  show: (soFar: ReplayProgress) => void,
): Promise<{ done: ReplayProgress; complete: boolean }> {
  const { createLogger, kafkaFailure, replayFacts, UnknownTenant } = await replay();
  const { givenUp, ignore } = interrupts();
  let done: ReplayProgress = { facts: 0, skipped: 0, position: request.after };
  try {
    for await (const soFar of replayFacts(settings, request, createLogger('silent'), givenUp)) show((done = soFar));
    return { done, complete: !givenUp.aborted };
  } catch (error) {
    if (error instanceof UnknownTenant) throw new InputError('no_such_tenant', error.message);
    const failure = kafkaFailure(error, settings.kafka.brokers);
    const { message } = failure as Error;
    throw new CliError(failure instanceof CliError ? failure.code : 'replay', `${message}. ${continuation(done)}`);
  } finally {
    ignore();
  }
}

const written = ({ facts }: ReplayProgress): string => count(facts, 'fact', 'facts');

const continuation = ({ position: reached }: ReplayProgress): string =>
  reached === undefined
    ? 'Nothing is complete; start again.'
    : `To continue, repeat the command with --after ${reached}.`;

function report(done: ReplayProgress, complete: boolean): string {
  const skipped =
    done.skipped === 0
      ? ''
      : ` Skipped ${count(done.skipped, 'event', 'events')} that cannot be read or are not of Probity.`;
  if (!complete) return `Interrupted after ${written(done)}.${skipped} ${continuation(done)}`;
  const later = done.position === undefined ? '' : ` A later replay can continue with --after ${done.position}.`;
  return `Wrote ${written(done)}.${skipped}${later}`;
}
