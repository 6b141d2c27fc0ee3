import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { Answer } from '../../testing/api';

/**
 * Sends the head of a POST and the first bytes of its body, and returns the response that the server sends before
 * it has the rest. A client that keeps sending while the server no longer reads may lose the response, because the
 * connection is reset; this client stops sending. Without a content-length, the body is sent in chunks.
 */
export function unfinishedRequest(
  url: string,
  headers: Record<string, string | number>,
  firstBytes = '',
): Promise<Answer> {
  const request = (url.startsWith('https:') ? https : http)(url, { method: 'POST', headers });
  return new Promise<Answer>((done, failed) => {
    request.on('error', failed);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('error', failed);
      response.on('end', () => {
        const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        done({ status: response.statusCode!, headers: received, body: JSON.parse(text) });
      });
    });
    request.flushHeaders();
    if (firstBytes !== '') request.write(firstBytes);
  }).finally(() => request.destroy());
}
