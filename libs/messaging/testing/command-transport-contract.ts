import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ClientProxy, type CustomTransportStrategy } from '@nestjs/microservices';
import { pino } from 'pino';
import { lastValueFrom, Observable, toArray } from 'rxjs';
import Type from 'typebox';
import { command } from '@probity/contracts/declaration/command';
import { invalid, Refusal } from '@probity/platform/errors';
import { KeyedRequest, withKeyedRequest } from '@probity/platform/idempotency/keyed-request';
import { currentCallerAddress, withCallerAddress } from '@probity/platform/caller-address';
import { currentTrace, withTrace } from '@probity/platform/trace-context';
import { CommandBus } from '../command-bus';
import type { MessageContext } from '../command-call';
import { OnCommand } from '../handler-decorators';
import { RefusalFilter } from '../refusal.filter';

const define = (name: string) =>
  command({
    name,
    topic: CONTRACT_TOPIC,
    summary: 'a command of these tests',
    request: Type.Any(),
    reply: Type.Any(),
    key: () => 'key',
    example: { request: {}, reply: {} },
  });
export const CONTRACT_TOPIC = 'contract.command.v1';
const echo = define('contract.echo');
const refuse = define('contract.refuse');
const break_ = define('contract.break');
const count = define('contract.count');
const endless = define('contract.endless');
const trace = define('contract.trace');
const once = define('contract.once');
/** The commands that a transport under test must know. */
export const CONTRACT_COMMANDS = [echo, refuse, break_, count, endless, trace, once];

let abandoned: () => void;
let made = 0;

@Controller()
class ContractHandlers {
  @OnCommand(echo)
  echo(request: unknown): Promise<unknown> {
    return Promise.resolve({ echoed: request });
  }

  @OnCommand(trace)
  async trace(): Promise<unknown> {
    await new Promise(setImmediate);
    return { traceparent: currentTrace(), address: currentCallerAddress() };
  }

  @OnCommand(once)
  once({ refused }: { refused?: boolean }, { operationId }: MessageContext): Promise<unknown> {
    made++;
    if (refused) throw invalid('invalid_field', `attempt ${made}`);
    return Promise.resolve({ attempt: made, operationId });
  }

  @OnCommand(refuse)
  refuse(): never {
    throw invalid('invalid_field', 'name must be different');
  }

  @OnCommand(break_)
  break(): never {
    throw new Error('password=secret at 10.0.0.1');
  }

  @OnCommand(count)
  count(to: number): Observable<number> {
    return new Observable((subscriber) => {
      for (let n = 1; n <= to; n++) subscriber.next(n);
      subscriber.complete();
    });
  }

  @OnCommand(endless)
  endless(): Observable<number> {
    return new Observable((subscriber) => {
      subscriber.next(1);
      return () => abandoned();
    });
  }
}

@Module({ controllers: [ContractHandlers] })
class ContractModule {}

export interface CommandTransport {
  server: CustomTransportStrategy;
  client: ClientProxy;
}

/** The tests that every transport of commands must pass. Each adapter runs them. */
export function describeCommandTransport(
  name: string,
  transport: () => CommandTransport | Promise<CommandTransport>,
): void {
  describe(`command transport: ${name}`, () => {
    let bus: CommandBus;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const { server, client } = await transport();
      const app = await NestFactory.createMicroservice(ContractModule, { strategy: server, logger: false });
      app.useGlobalFilters(new RefusalFilter(pino({ level: 'silent' })));
      await app.listen();
      bus = new CommandBus(client);
      await client.connect();
      close = async () => {
        await app.close();
        await client.close();
      };
    });
    afterAll(() => close());

    it('returns to each caller its own reply', async () => {
      const requests = Array.from({ length: 200 }, (_, n) => ({ n }));
      const replies = await Promise.all(requests.map((request) => bus.send(echo, request)));
      expect(replies).toEqual(requests.map((request) => ({ echoed: request })));
    });

    it('passes a Refusal to the caller with its code and message', async () => {
      const refusal: unknown = await bus.send(refuse, {}).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ kind: 'invalid', code: 'invalid_field', message: 'name must be different' });
    });

    it('reports an unexpected error without internal details', async () => {
      const failure = (await bus.send(break_, {}).catch((error: unknown) => error)) as Error;
      expect(failure).not.toBeInstanceOf(Refusal);
      expect(String(failure.message)).not.toMatch(/secret|10\.0\.0\.1/);
    });

    it('passes on every reply of a command with several replies, in order', async () => {
      expect(await lastValueFrom(bus.progress(count, 50).pipe(toArray()))).toEqual(
        Array.from({ length: 50 }, (_, n) => n + 1),
      );
    });

    it('ends the work of the command when the caller unsubscribes', async () => {
      const ended = new Promise<void>((resolve) => (abandoned = resolve));
      await new Promise<void>((resolve) => {
        const subscription = bus.progress(endless, {}).subscribe(() => {
          setImmediate(() => {
            subscription.unsubscribe();
            resolve();
          });
        });
      });
      await ended;
    });

    it('passes on the trace of the request that caused a command', async () => {
      const traces = ['a', 'b', 'c'].map((digit) => `00-${digit.repeat(32)}-b7ad6b7169203331-01`);
      const replies = traces.map((traceparent) => withTrace(traceparent, () => bus.send(trace, {})));
      expect(await Promise.all(replies)).toEqual(traces.map((traceparent) => ({ traceparent })));
      expect(await bus.send(trace, {})).toEqual({});
    });

    it('passes on the address of the client that caused a command, and only an address', async () => {
      const from = (address: string) => withCallerAddress(address, () => bus.send(trace, {}));
      expect(await Promise.all(['203.0.113.7', '2001:db8::1', 'unknown'].map(from))).toEqual([
        { address: '203.0.113.7' },
        { address: '2001:db8::1' },
        {},
      ]);
    });

    it('carries out a command with a key once, and says that a reply or a refusal is a stored one', async () => {
      const identity = { scope: { name: 'a', caller: 'b' }, operation: 'c', secret: false };
      const keyed = async (key: string, request: object) => {
        const from = new KeyedRequest({ ...identity, key }, () => request);
        const settled = (outcome: unknown): unknown => outcome;
        const outcome = await withKeyedRequest(from, () => bus.send(once, request).then(settled, settled));
        return { outcome, replayed: from.replayed };
      };
      const first = await keyed('k', {});
      expect(first).toEqual({ outcome: { attempt: made, operationId: expect.any(String) }, replayed: false });
      expect(await keyed('k', {})).toEqual({ ...first, replayed: true });
      const refused = await keyed('l', { refused: true });
      expect(refused).toMatchObject({ outcome: { kind: 'invalid', message: `attempt ${made}` }, replayed: false });
      const again = await keyed('l', { refused: true });
      expect(again).toMatchObject({ outcome: { kind: 'invalid', message: `attempt ${made}` }, replayed: true });
      expect((await keyed('l', {})).outcome).toMatchObject({ kind: 'unprocessable', code: 'idempotency_key_reused' });
      expect(made).toBe(2);
    });

    it('fails a command without a handler', async () => {
      await expect(bus.send(define('contract.unknown'), {})).rejects.toThrow();
    });
  });
}
