import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import type { WebhookEvent } from '@probity/webhook-verification/webhook-event';
import { WebhookVerificationError } from '@probity/webhook-verification/webhook-verification-error';
import { CliError } from '../errors';

/** What came in. Where `event` is missing, only what the headers say is known, and nobody has signed those. */
export interface ReceivedDelivery {
  received_at: Date;
  event_header: string | undefined;
  event_id_header: string | undefined;
  delivery_id: string | undefined;
  /** the event, when its signature is good */
  event?: WebhookEvent;
  /** why it is not verified; undefined when it is */
  problem?: DeliveryProblem;
  /** the status that it was answered with; null when the sender did not wait for one */
  answered: number | null;
}

export interface DeliveryProblem {
  /** one of the helper's codes, or `not_a_post`, `too_large` or `cut_off` */
  code: string;
  message: string;
}

export interface ListenerSettings {
  /** 0 lets the system choose one */
  port: number;
  /** one of them has to match */
  secrets: readonly string[];
  /** the answer to what is verified; anything else is answered with 400, 405 or 413 */
  status: number;
  onDelivery: (delivery: ReceivedDelivery) => void;
}

export interface Listener {
  url: string;
  /** Ends when nothing is open any more. */
  stop: () => Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1 << 20;
/** For a sender that is in the middle of a request when the listener stops. */
const GRACE_MS = 500;

/**
 * Receives deliveries on this machine alone.
 *
 * @throws CliError `port` when the port cannot be had
 */
export async function startListener(settings: ListenerSettings): Promise<Listener> {
  const server = createServer((request, response) => void receive(request, response, settings));
  server.listen(settings.port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CliError('port', portProblem(settings.port, error as NodeJS.ErrnoException));
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}/`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(impatience);
    },
  };
}

function portProblem(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `port ${port} of ${HOST} is taken; --port names another, 0 finds a free one`;
  if (code === 'EACCES') return `port ${port} needs more rights than you have; --port names another, such as 4000`;
  return `port ${port} of ${HOST} cannot be had: ${message}`;
}

/** Whatever a sender does is told by `onDelivery`; it rejects only by a defect, and that ends the process. */
async function receive(request: IncomingMessage, response: ServerResponse, settings: ListenerSettings): Promise<void> {
  const { secrets, status, onDelivery } = settings;
  const delivery = {
    received_at: new Date(),
    event_header: oneHeader(request, 'x-service-event'),
    event_id_header: oneHeader(request, 'x-service-event-id'),
    delivery_id: oneHeader(request, 'x-service-delivery-id'),
  };
  const refuse = (answered: number | null, problem: DeliveryProblem): void => {
    if (answered !== null) response.writeHead(answered).end();
    onDelivery({ ...delivery, problem, answered });
  };

  if (request.method !== 'POST') {
    return refuse(405, { code: 'not_a_post', message: `a delivery is a POST, and this is a ${request.method}` });
  }
  let body: Buffer | undefined;
  try {
    body = await readBody(request);
  } catch {
    return refuse(null, { code: 'cut_off', message: 'the sender hung up before the body was complete' });
  }
  if (!body) return refuse(413, { code: 'too_large', message: `the body is larger than ${MAX_BODY_BYTES} bytes` });

  try {
    const event = verifyWebhook(body, request.headers['x-service-signature'], secrets);
    response.writeHead(status).end();
    onDelivery({ ...delivery, event, answered: status });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    refuse(400, { code: error.code, message: error.message });
  }
}

/** The body, or undefined when it is too large: then it is read to its end and thrown away, so that the sender sees the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function oneHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
