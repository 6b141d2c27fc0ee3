import type { Command } from 'commander';
import { command } from '../declaration/command';
import { defaulted, number, optional } from '../declaration/options';
import { UsageError } from '../errors';
import { count } from '../output/count';
import type { Surroundings } from '../surroundings';
import { deliveryLine, deliveryObject } from './webhooks-listen-report';
import { type ReceivedDelivery, startListener } from './webhooks-listener';

const SECRET_VARIABLE = 'PROBITY_WEBHOOK_SECRET';
const USUAL_PORT = 4000;
const USUAL_STATUS = 200;

const WHAT_IT_DOES = `
The command needs no server, and only this machine can reach it. Register its address as an endpoint. Probity
accepts the address only if loopback addresses are allowed, as in the demo. The command prints one line for each
delivery, or one JSON object with --json; the first object has the address. A delivery that cannot be verified
gets the status 400. Press Ctrl-C to stop.

The signing secret is read from ${SECRET_VARIABLE}. Separate several secrets, for several endpoints or
during a rotation, with commas or spaces. With --secret, which may be repeated, others on this machine can
see the secret in the process list, and the shell may store it in its history.`;

/** The source of signals, such as `process`. */
export interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Adds `listen` to the group `webhooks`. It runs until it receives SIGINT or SIGTERM. */
export function addWebhooksListenCommand(
  webhooks: Command,
  surroundings: Surroundings,
  signals: Signals = process,
): void {
  command({
    usage: 'listen',
    summary: 'receive deliveries on this machine and verify their signatures',
    example: '--port 4000',
    options: {
      port: defaulted(
        '--port <number>',
        `the port on 127.0.0.1; ${USUAL_PORT} if omitted, 0 for any free port`,
        number(/^\d{1,5}$/, 'a port number from 0 to 65535', 65_535),
        USUAL_PORT,
      ),
      secret: optional(
        '--secret <secret...>',
        `one or more signing secrets of endpoints (whsec_…); safer in ${SECRET_VARIABLE}`,
      ),
      status: defaulted(
        '--status <number>',
        'the status code for verified deliveries, to test failures',
        number(/^[2-5]\d\d$/, 'an HTTP status from 200 to 599'),
        USUAL_STATUS,
      ),
    },
    notes: WHAT_IT_DOES,
    run: async ({ port, secret, status }, { asJson }) => {
      const print = (line: string): void => void surroundings.stdout.write(`${line}\n`);
      const seen = { all: 0, verified: 0 };
      const onDelivery = (delivery: ReceivedDelivery): void => {
        seen.all += 1;
        if (delivery.event) seen.verified += 1;
        print(asJson ? JSON.stringify(deliveryObject(delivery)) : deliveryLine(delivery));
      };

      const secrets = signingSecrets(secret, surroundings.env);
      const stopped = firstSignal(signals);
      const listener = await startListener({ port, status, secrets, onDelivery });
      print(
        asJson
          ? JSON.stringify({ listening: listener.url })
          : `Listening on ${listener.url} and responding with ${status}. Press Ctrl-C to stop.`,
      );
      await stopped;
      await listener.stop();
      if (!asJson) print(`Received ${count(seen.all, 'delivery', 'deliveries')}, ${seen.verified} verified.`);
    },
  })(webhooks, surroundings);
}

/** @throws UsageError when no secret is given or one is malformed; the message does not repeat the value */
function signingSecrets(option: string[] | undefined, env: NodeJS.ProcessEnv): string[] {
  const secrets = option ?? (env[SECRET_VARIABLE] ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
  if (secrets.length === 0) {
    throw new UsageError(
      `the signing secret is missing: set ${SECRET_VARIABLE} to the secret that you got when you created the endpoint or rotated its secret`,
    );
  }
  if (secrets.every((secret) => /^whsec_[^\s,]+$/.test(secret))) return secrets;
  const where = option === undefined ? SECRET_VARIABLE : '--secret';
  const what = secrets.length === 1 ? 'is not a signing secret' : 'contains a value that is not a signing secret';
  throw new UsageError(`${where} ${what}: a signing secret begins with whsec_ and has no spaces`);
}

/**
 * Later signals are ignored until the process ends: npm forwards a Ctrl-C that the terminal has already sent to
 * this process. The second signal must neither cut off the summary nor change the exit code.
 */
function firstSignal(signals: Signals): Promise<void> {
  return new Promise((resolve) => {
    signals.on('SIGINT', resolve);
    signals.on('SIGTERM', resolve);
  });
}
