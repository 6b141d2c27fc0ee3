import { request as http } from 'node:http';

/** Sends the head of a POST and keeps its body back. */
export function openRequest(url: string, headers: Record<string, string | number>) {
  let answered = false;
  const request = http(url, { method: 'POST', headers });
  request.on('error', () => {});
  request.on('response', (response) => {
    answered = true;
    response.resume();
  });
  request.flushHeaders();
  return { hasAnswer: () => answered, close: () => request.destroy() };
}
