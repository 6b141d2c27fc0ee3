import RequestQueue from 'kafkajs/src/network/requestQueue';

const LOOK_AGAIN_MS = 10;

/**
 * Fixes a busy loop in kafkajs 2.2.4 (tulios/kafkajs#1556, #1704): after its first response, every connection checks
 * each millisecond for waiting requests, of which there are hardly ever any. An idle service wakes up 930 times a
 * second. With this fix, the queue checks only while requests are waiting.
 */
export function quietRequestQueue(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      Math.max(LOOK_AGAIN_MS, this.throttledUntil - Date.now()),
    );
  };
}
