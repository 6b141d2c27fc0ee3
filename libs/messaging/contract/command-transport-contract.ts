import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ClientProxy, type CustomTransportStrategy, MessagePattern, Payload } from '@nestjs/microservices';
import { pino } from 'pino';
import { lastValueFrom, Observable, toArray } from 'rxjs';
import Type from 'typebox';
import { command } from '@probity/contracts/command';
import { invalid, Refusal } from '@probity/platform/errors';
import { CommandBus } from '../command-bus';
import { RefusalFilter } from '../refusal.filter';

const define = (name: string) =>
  command({ name, topic: 'contract.command.v1', request: Type.Any(), reply: Type.Any(), key: () => 'key' });
const echo = define('contract.echo');
const refuse = define('contract.refuse');
const break_ = define('contract.break');
const count = define('contract.count');
const endless = define('contract.endless');

let abandoned: () => void;

@Controller()
class ContractHandlers {
  @MessagePattern(echo.name)
  echo(@Payload() request: unknown): Promise<unknown> {
    return Promise.resolve({ echoed: request });
  }

  @MessagePattern(refuse.name)
  refuse(): never {
    throw invalid('no', 'name must be different');
  }

  @MessagePattern(break_.name)
  break(): never {
    throw new Error('password=secret at 10.0.0.1');
  }

  @MessagePattern(count.name)
  count(@Payload() to: number): Observable<number> {
    return new Observable((subscriber) => {
      for (let n = 1; n <= to; n++) subscriber.next(n);
      subscriber.complete();
    });
  }

  @MessagePattern(endless.name)
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

/** What every transport of commands must do. Each adapter runs this same suite. */
export function describeCommandTransport(name: string, transport: () => CommandTransport): void {
  describe(`command transport: ${name}`, () => {
    let bus: CommandBus;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const { server, client } = transport();
      const app = await NestFactory.createMicroservice(ContractModule, { strategy: server, logger: false });
      app.useGlobalFilters(new RefusalFilter(pino({ level: 'silent' })));
      await app.listen();
      bus = new CommandBus(client);
      close = () => app.close();
    });
    afterAll(() => close());

    it('answers each request with its own reply', async () => {
      const requests = Array.from({ length: 200 }, (_, n) => ({ n }));
      const replies = await Promise.all(requests.map((request) => bus.send(echo, request)));
      expect(replies).toEqual(requests.map((request) => ({ echoed: request })));
    });

    it('carries a refusal as a refusal', async () => {
      const refusal: unknown = await bus.send(refuse, {}).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ kind: 'invalid', code: 'no', message: 'name must be different' });
    });

    it('carries a defect as a failure that tells nothing of the inside', async () => {
      const failure = (await bus.send(break_, {}).catch((error: unknown) => error)) as Error;
      expect(failure).not.toBeInstanceOf(Refusal);
      expect(String(failure.message)).not.toMatch(/secret|10\.0\.0\.1/);
    });

    it('carries every reply of a command that replies many times, in order', async () => {
      expect(await lastValueFrom(bus.progress(count, 50).pipe(toArray()))).toEqual(
        Array.from({ length: 50 }, (_, n) => n + 1),
      );
    });

    it('ends the work of a caller that leaves', async () => {
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

    it('fails a command that nobody handles', async () => {
      await expect(bus.send(define('contract.unknown'), {})).rejects.toThrow();
    });
  });
}
