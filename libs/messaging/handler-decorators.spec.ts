import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MessageHandler, Server } from '@nestjs/microservices';
import { AlertRaised, AlertResolved } from '@probity/contracts/alerts/events';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { openAccount, setAccountActive, verifyLedger } from '@probity/contracts/ledger/commands';
import type { MessageContext } from './command-call';
import { OnCommand, OnFact } from './handler-decorators';

@Controller()
class Handlers {
  @OnCommand(setAccountActive)
  async setActive(request: RequestOf<typeof setAccountActive>): Promise<ReplyOf<typeof setAccountActive>> {
    return { account_id: request.account_id, is_active: request.is_active };
  }

  @OnFact(AlertRaised)
  async raised(fact: AlertRaised, { id, traceparent }: MessageContext): Promise<void> {
    seen.push({ alert: fact.alert_id, id, traceparent });
  }
}

/** Each method must be a type error. If it is not, the type checker rejects the comment `@ts-expect-error` above it. */
class _Mistakes {
  // @ts-expect-error the handler takes another fact
  @OnFact(AlertRaised)
  async anotherFact(_fact: AlertResolved): Promise<void> {}

  // @ts-expect-error in this fact, officer is a string
  @OnFact(AlertResolved)
  async anotherField(_fact: { officer: number }): Promise<void> {}

  // @ts-expect-error the handler takes the request of another command
  @OnCommand(openAccount)
  async anotherRequest(_request: RequestOf<typeof setAccountActive>): Promise<ReplyOf<typeof openAccount>> {
    throw new Error('not called');
  }

  // @ts-expect-error the reply of the command is an account, not a string
  @OnCommand(openAccount)
  async anotherReply(_request: RequestOf<typeof openAccount>): Promise<string> {
    return '';
  }

  // @ts-expect-error a handler must return a promise or an observable
  @OnCommand(verifyLedger)
  noReply(_request: RequestOf<typeof verifyLedger>): number {
    return 1;
  }

  // @ts-expect-error a context has no tenant
  @OnFact(AlertRaised)
  async anotherContext(_fact: AlertRaised, _context: { tenant: string }): Promise<void> {}
}

@Module({ controllers: [Handlers] })
class HandlersModule {}

let seen: object[];

class Transport extends Server {
  listen(ready: () => void): void {
    ready();
  }
  close(): void {}
  on(): void {}
  unwrap<T>(): T {
    return undefined as T;
  }
  handler(name: string): MessageHandler {
    return this.messageHandlers.get(name)!;
  }
}

describe('handlers of messages', () => {
  const transport = new Transport();
  beforeAll(async () => {
    const app = await NestFactory.createMicroservice(HandlersModule, { strategy: transport, logger: false });
    await app.listen();
  });
  beforeEach(() => (seen = []));

  it('are registered under the name of the command or the fact', () => {
    expect([...transport.getHandlers().keys()]).toEqual(['ledger.set-account-active', 'customer-risk.AlertRaised']);
    expect(transport.handler('customer-risk.AlertRaised').isEventHandler).toBe(true);
    expect(transport.handler('ledger.set-account-active').isEventHandler).toBe(false);
  });

  it('take the content of the message and, optionally, its context', async () => {
    const context: MessageContext = { id: 'the id', traceparent: 'the trace' };
    await transport.handler('customer-risk.AlertRaised')({ alert_id: 'the alert' }, context);
    expect(seen).toEqual([{ alert: 'the alert', id: 'the id', traceparent: 'the trace' }]);
  });
});
