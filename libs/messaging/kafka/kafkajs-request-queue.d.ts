/** Internals of kafkajs 2.2.4 that this folder uses. */
declare module 'kafkajs/src/network/requestQueue' {
  /** The requests of one connection to a broker. */
  class RequestQueue {
    constructor(options: object);
    pending: unknown[];
    /** milliseconds since 1970; the broker accepts no more requests until then */
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    push(request: object): void;
    fulfillRequest(answer: object): void;
    maybeThrottle(milliseconds: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
