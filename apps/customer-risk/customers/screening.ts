import type { RequestOf } from '@probity/contracts/declaration/command';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { screenCustomer } from '@probity/contracts/pipeline/commands';
import { CommandBus } from '@probity/messaging/command-bus';

/** Asks the pipeline to screen customers. */
export class Screening {
  /** @param deadlineMs how long to wait for the result */
  constructor(
    private readonly commands: CommandBus,
    private readonly deadlineMs: number,
  ) {}

  /**
   * Returns the alerts to raise for the matches of the customer.
   *
   * @throws Error when the pipeline fails or does not respond in time; a retry is safe
   */
  async alertsFor(request: RequestOf<typeof screenCustomer>): Promise<AlertToRaise[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const error = new Error(`the pipeline did not respond within ${this.deadlineMs / 1000} s`);
      timer = setTimeout(() => reject(error), this.deadlineMs);
    });
    try {
      const { alerts } = await Promise.race([this.commands.send(screenCustomer, request), late]);
      return alerts;
    } finally {
      clearTimeout(timer);
    }
  }
}
