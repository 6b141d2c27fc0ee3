import type { ArgumentsHost } from '@nestjs/common';
import { pino } from 'pino';
import { Refusal, type RefusalKind } from '../errors';
import { ErrorEnvelopeFilter } from './error-envelope.filter';

/** The status and the headers of the answer to a request that failed. */
function answerTo(error: unknown, headers: Record<string, unknown> = {}) {
  const reply = {
    status: 0,
    header: (name: string, value: unknown) => void (headers[name] = value),
    hasHeader: (name: string) => name in headers,
    code: (status: number) => Object.assign(reply, { status }),
    type: () => reply,
    send: () => reply,
  };
  const http = { getRequest: () => ({ id: 'r-1' }), getResponse: () => reply };
  new ErrorEnvelopeFilter(pino({ level: 'silent' })).catch(error, { switchToHttp: () => http } as ArgumentsHost);
  return { status: reply.status, headers };
}

describe('the answer to a request that failed', () => {
  it.each<[RefusalKind, number, number | undefined]>([
    ['conflict', 409, 1],
    ['overloaded', 503, 2],
    ['outcome_unknown', 503, 2],
    ['invalid', 400, undefined],
  ])('has Retry-After if the caller shall send it again: %s', (kind, status, seconds) => {
    const { headers, ...answer } = answerTo(new Refusal(kind, 'unavailable', 'retry'));
    expect(answer.status).toBe(status);
    expect(headers['retry-after']).toBe(seconds);
  });

  it('has the Retry-After of a refusal that a service sent', () => {
    const refusal = new Refusal('rate_limited', 'rate_limited', 'retry', { retryAfterS: 60 });
    expect(answerTo(Refusal.fromWire(refusal.toWire()))).toEqual({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': 60 }),
    });
  });

  it('keeps the Retry-After of a route that knows better', () => {
    const refusal = new Refusal('overloaded', 'unavailable', 'retry');
    expect(answerTo(refusal, { 'retry-after': 30 }).headers['retry-after']).toBe(30);
  });

  it('has no Retry-After after an error inside Probity', () => {
    expect(answerTo(new Error('defect'))).toEqual({ status: 500, headers: {} });
  });
});
