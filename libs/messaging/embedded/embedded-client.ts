import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { isObservable, Observable, type Subscription } from 'rxjs';
import { withCallerAddress } from '@probity/platform/caller-address';
import { withTrace } from '@probity/platform/trace-context';
import type { CommandCall, MessageContext } from '../command-call';
import type { EmbeddedBroker } from './embedded-broker';

/** Calls a handler of the same process. Data is passed by reference: handlers must not change it. */
export class EmbeddedClient extends ClientProxy {
  constructor(private readonly broker: EmbeddedBroker) {
    super();
  }

  async connect(): Promise<void> {}

  /** There is nothing to connect to. The inherited method waits for a connection, which costs more than the call. */
  override send<Reply, Data>(pattern: unknown, data: Data): Observable<Reply> {
    return new Observable((replies) => {
      const packet = { pattern, data: data as CommandCall };
      return this.publish(packet, this.createObserver<Reply>(replies));
    });
  }

  close(): void {}

  unwrap<T>(): T {
    return this.broker as T;
  }

  protected publish(packet: ReadPacket<CommandCall>, callback: (packet: WritePacket) => void): () => void {
    let subscription: Subscription | undefined;
    let abandoned = false;
    this.call(packet).then(
      (result) => {
        if (abandoned) return;
        if (!isObservable(result)) return callback({ response: result, isDisposed: true });
        subscription = result.subscribe({
          next: (response) => callback({ response }),
          error: (err: unknown) => callback({ err, isDisposed: true }),
          complete: () => callback({ isDisposed: true }),
        });
      },
      (err: unknown) => callback({ err, isDisposed: true }),
    );
    return () => {
      abandoned = true;
      subscription?.unsubscribe();
    };
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('facts are published by a relay, not by a client'));
  }

  private async call({ pattern, data }: ReadPacket<CommandCall>): Promise<unknown> {
    const handler = this.broker.handler(this.normalizePattern(pattern as string));
    if (!handler) throw new Error(`no service of this process handles ${String(pattern)}`);
    const context: MessageContext = { traceparent: data.traceparent, key: data.key };
    return withCallerAddress(data.callerAddress, () =>
      withTrace(data.traceparent, () => handler(data.request, context)),
    );
  }
}
