import RequestQueue from 'kafkajs/src/network/requestQueue';

const LOOK_AGAIN_MS = 10;

/**
 * Ends a loop in kafkajs 2.2.4: from its first response on, every connection looks each millisecond for requests that
 * wait, and there are hardly ever any (tulios/kafkajs#1556, #1704): an idle service wakes up 930 times a second for
 * it. This queue looks only while requests wait.
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
