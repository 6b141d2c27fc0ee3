import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@probity/platform/errors';
import { onceEnded } from '@probity/platform/http/once-ended';

/** Each upload may hold 10 MiB in memory. */
const MAX_UPLOADS = 8;
/** Half of them, so that the accounts of one tenant together do not keep another tenant out. */
const MAX_UPLOADS_OF_TENANT = 4;
const MAX_UPLOADS_OF_CALLER = 2;

interface Slot {
  caller: string;
  tenant: string;
  isClosed: boolean;
  isWorking: boolean;
}

/**
 * Limits how many files are uploaded at the same time: in this process, to each tenant, and by each caller, so that slow
 * uploads of one do not keep others out. A slot is taken before the body is read, and free again when the response is
 * sent or the connection has ended, and the work on the file as well. There is no work without a slot.
 */
export class UploadSlots {
  private readonly slots = new Map<FastifyRequest['raw'], Slot>();

  /**
   * Call this after authorisation. Does nothing for other routes.
   *
   * @throws Refusal `too_many_uploads`
   */
  admit({ raw, routeOptions, params, staffId: caller = '' }: FastifyRequest, reply: FastifyReply): void {
    if (routeOptions.config.maxUploadBytes === undefined) return;
    if (raw.socket.destroyed) throw gone();
    const { slug: tenant = '' } = params as { slug?: string };
    const ofCaller = this.count((slot) => slot.caller === caller);
    const ofTenant = this.count((slot) => slot.tenant === tenant);
    if (this.slots.size >= MAX_UPLOADS || ofTenant >= MAX_UPLOADS_OF_TENANT || ofCaller >= MAX_UPLOADS_OF_CALLER) {
      throw tooMany('too many files are uploaded at the same time. No changes were made; retry in a few seconds.');
    }
    const slot: Slot = { caller, tenant, isClosed: false, isWorking: false };
    this.slots.set(raw, slot);
    onceEnded({ raw }, reply, () => {
      slot.isClosed = true;
      if (!slot.isWorking) this.slots.delete(raw);
    });
  }

  /**
   * Runs the work on the file; it keeps the slot also when the caller goes.
   *
   * @throws Refusal `too_many_uploads` without running the work, when the caller has gone before: its slot is free again
   */
  async during<T>({ raw }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const slot = this.slots.get(raw);
    if (!slot) throw gone();
    slot.isWorking = true;
    try {
      return await work();
    } finally {
      slot.isWorking = false;
      if (slot.isClosed) this.slots.delete(raw);
    }
  }

  private count(is: (slot: Slot) => boolean): number {
    return [...this.slots.values()].filter(is).length;
  }
}

const gone = () => tooMany('the connection ended before the file was taken. No changes were made; send it again.');

const tooMany = (message: string) => new Refusal('overloaded', 'too_many_uploads', message);
