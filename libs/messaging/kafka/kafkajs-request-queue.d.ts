/** Internals of kafkajs 2.2.4 that this folder uses. */
declare module 'kafkajs/src/network/requestQueue' {
  /** Requests of one connection to a broker. */
  class RequestQueue {
    constructor(options: object);
    pending: unknown[];
    /** milliseconds since 1970; until then the broker wants no more requests */
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
