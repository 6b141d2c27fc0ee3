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
It needs no server and can be reached from this machine alone. Register its address as an endpoint, which a
Probity that allows loopback addresses accepts, as the demo does. Each delivery is one line, with --json one
JSON object; the first one says where it listens. What is not verified is answered with 400, as a receiver
should. Ctrl-C ends it.

The signing secret is read from ${SECRET_VARIABLE}; several, as of several endpoints or while one is
rotated, are separated by commas or spaces. With --secret, which may be repeated, others on this machine can
see it in the list of processes, and the shell may keep it in its history.`;

/** Where signals come from; `process` is one. */
export interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Adds `listen` to the group `webhooks`. It runs until it is interrupted or asked to end. */
export function addWebhooksListenCommand(
  webhooks: Command,
  surroundings: Surroundings,
  signals: Signals = process,
): void {
  command({
    usage: 'listen',
    summary: 'receive deliveries on this machine, to see what they say and whether they verify',
    example: '--port 4000',
    options: {
      port: defaulted(
        '--port <number>',
        `where it listens on 127.0.0.1; ${USUAL_PORT} without it, 0 for any`,
        number(/^\d{1,5}$/, 'a port number from 0 to 65535', 65_535),
        USUAL_PORT,
      ),
      secret: optional(
        '--secret <secret...>',
        `the endpoint's signing secret, whsec_…, or several of them; safer in ${SECRET_VARIABLE}`,
      ),
      status: defaulted(
        '--status <number>',
        'what verified deliveries are answered with, to try failures',
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
          : `Listening on ${listener.url} and answering ${status}. Ctrl-C ends.`,
      );
      await stopped;
      await listener.stop();
      if (!asJson) print(`Received ${count(seen.all, 'delivery', 'deliveries')}, ${seen.verified} verified.`);
    },
  })(webhooks, surroundings);
}

/** @throws UsageError when there is none, or one of them cannot be one; the value is not repeated */
function signingSecrets(option: string[] | undefined, env: NodeJS.ProcessEnv): string[] {
  const secrets = option ?? (env[SECRET_VARIABLE] ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
  if (secrets.length === 0) {
    throw new UsageError(
      `the signing secret is missing: set ${SECRET_VARIABLE} to what was shown when the endpoint was made or its secret rotated`,
    );
  }
  if (secrets.every((secret) => /^whsec_[^\s,]+$/.test(secret))) return secrets;
  const where = option === undefined ? SECRET_VARIABLE : '--secret';
  const what = secrets.length === 1 ? 'is no signing secret' : 'has something that is no signing secret';
  throw new UsageError(`${where} ${what}: those begin with whsec_ and have no spaces`);
}

/**
 * Later signals do nothing until the process is gone: npm passes on a Ctrl-C that the terminal has sent here
 * already, and the second one must neither cut off the sum nor make a good end look like a bad one.
 */
function firstSignal(signals: Signals): Promise<void> {
  return new Promise((resolve) => {
    signals.on('SIGINT', resolve);
    signals.on('SIGTERM', resolve);
  });
}
