import { Controller, Module } from '@nestjs/common';
import Type from 'typebox';
import { command } from '@probity/contracts/declaration/command';
import { LedgerCreated } from '@probity/contracts/ledger/events';
import type { MessageContext } from '../command-call';
import { OnCommand, OnFact } from '../handler-decorators';

// Handlers whose work a test can hold back or let fail.

export const WORK_TOPIC = 'spec.work.command.v1';

export const work = command({
  name: 'spec.work',
  topic: WORK_TOPIC,
  summary: 'a command of these tests',
  key: (request) => request.key,
  request: Type.Object({ key: Type.String(), n: Type.Integer() }),
  reply: Type.Any(),
});

/** For one test: what the handlers below do, and which messages they have received. */
class Desk {
  seen: string[] = [];
  /** messages whose handlers wait until they are released */
  held = new Map<string, Promise<void>>();
  failures = new Map<string, number>();

  hold(what: string): () => void {
    let release = (): void => {};
    this.held.set(what, new Promise((resolve) => (release = resolve)));
    return release;
  }
}
/** The desk of the test that runs. */
export let desk = new Desk();

export function newDesk(): void {
  desk = new Desk();
}

@Controller()
class WorkHandlers {
  @OnCommand(work)
  async work({ key, n }: { key: string; n: number }): Promise<unknown> {
    const { seen, held } = desk;
    seen.push(`${key}${n}`);
    await held.get(`${key}${n}`);
    return { did: `${key}${n}`, in: process.pid };
  }

  @OnFact(LedgerCreated)
  async created({ name }: { name: string }, { stream, revision }: MessageContext): Promise<void> {
    const failures = desk.failures.get(name) ?? 0;
    desk.seen.push(`${name} of ${stream}@${revision}`);
    if (failures > 0) {
      desk.failures.set(name, failures - 1);
      throw new Error(`${name} does not go`);
    }
    await desk.held.get(name);
  }
}

@Module({ controllers: [WorkHandlers] })
export class WorkModule {}
