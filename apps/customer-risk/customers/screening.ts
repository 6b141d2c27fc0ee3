import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/command';
import type { AlertToRaise } from '@probity/contracts/customers/commands';
import { screenCustomer } from '@probity/contracts/pipeline/commands';
import { CommandBus } from '@probity/messaging/command-bus';

/** Shorter than whoever creates the customer waits, so that it hears what became of it. */
const SCREENING_DEADLINE_MS = 5_000;

/** Asks the pipeline to screen customers. */
@Injectable()
export class Screening {
  constructor(private readonly commands: CommandBus) {}

  /**
   * The alerts that screening calls for.
   *
   * @throws Error when the pipeline fails, or does not answer in time; asking again is safe
   */
  async alertsFor(request: RequestOf<typeof screenCustomer>, traceparent: string | undefined): Promise<AlertToRaise[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const seconds = SCREENING_DEADLINE_MS / 1000;
      timer = setTimeout(() => reject(new Error(`the pipeline did not answer in ${seconds} s`)), SCREENING_DEADLINE_MS);
    });
    try {
      const { alerts } = await Promise.race([this.commands.send(screenCustomer, request, traceparent), late]);
      return alerts;
    } finally {
      clearTimeout(timer);
    }
  }
}
