import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import type { WebhookEvent } from '@probity/webhook-verification/webhook-event';
import { WebhookVerificationError } from '@probity/webhook-verification/webhook-verification-error';
import { CliError } from '../errors';

/** A received request. If `event` is missing, the headers may come from any sender, because they are not signed. */
export interface ReceivedDelivery {
  received_at: Date;
  event_header: string | undefined;
  event_id_header: string | undefined;
  delivery_id: string | undefined;
  /** the event, if its signature is valid */
  event?: WebhookEvent;
  /** why it is not verified; undefined if it is verified */
  problem?: DeliveryProblem;
  /** the status code of the response; null when the sender did not wait for one */
  response_status: number | null;
}

export interface DeliveryProblem {
  /** a code of `WebhookVerificationError`, or `not_a_post`, `too_large` or `cut_off` */
  code: string;
  message: string;
}

export interface ListenerSettings {
  /** 0: the system chooses a free port */
  port: number;
  /** a delivery is verified if its signature matches one of them */
  secrets: readonly string[];
  /** the status code for verified deliveries; other requests get 400, 405 or 413 */
  status: number;
  onDelivery: (delivery: ReceivedDelivery) => void;
}

export interface Listener {
  url: string;
  /** Resolves when all connections are closed. */
  stop: () => Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1 << 20;
/** How long a request in progress may continue after the listener is stopped. */
const GRACE_MS = 500;

/**
 * Receives deliveries on the loopback address only.
 *
 * @throws CliError `port` when the port is not available
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
  if (code === 'EADDRINUSE')
    return `port ${port} of ${HOST} is in use; choose another port with --port, or 0 for any free port`;
  if (code === 'EACCES')
    return `port ${port} needs more rights than you have; choose another port with --port, such as 4000`;
  return `cannot listen on port ${port} of ${HOST}: ${message}`;
}

/** Reports each request to `onDelivery`. A rejection is a defect and ends the process. */
async function receive(request: IncomingMessage, response: ServerResponse, settings: ListenerSettings): Promise<void> {
  const { secrets, status, onDelivery } = settings;
  const delivery = {
    received_at: new Date(),
    event_header: oneHeader(request, 'x-service-event'),
    event_id_header: oneHeader(request, 'x-service-event-id'),
    delivery_id: oneHeader(request, 'x-service-delivery-id'),
  };
  const refuse = (response_status: number | null, problem: DeliveryProblem): void => {
    if (response_status !== null) response.writeHead(response_status).end();
    onDelivery({ ...delivery, problem, response_status });
  };

  if (request.method !== 'POST') {
    return refuse(405, {
      code: 'not_a_post',
      message: `a delivery is a POST request; this is a ${request.method} request`,
    });
  }
  let body: Buffer | undefined;
  try {
    body = await readBody(request);
  } catch {
    return refuse(null, { code: 'cut_off', message: 'the sender closed the connection before the body was complete' });
  }
  if (!body) return refuse(413, { code: 'too_large', message: `the body is larger than ${MAX_BODY_BYTES} bytes` });

  try {
    const event = verifyWebhook(body, request.headers['x-service-signature'], secrets);
    response.writeHead(status).end();
    onDelivery({ ...delivery, event, response_status: status });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    refuse(400, { code: error.code, message: error.message });
  }
}

/**
 * The body, or undefined when it is too large. A large body is read to its end and discarded, so that the sender
 * receives the response.
 */
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
