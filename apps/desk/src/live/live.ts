import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../api/client';
import { me } from '../session/session';
import { Refresh } from './refresh';

/** Without a stream, a page reads again so often; with one, only for what changes with time alone. */
const POLL_MS = 5_000;
const LIVE_MS = 60_000;
/** After the server refused a stream, the desk tries again after this time, and up to twice that. */
const AGAIN_MS = 15_000;

let isLive = false;

/** How often a query is read again beside the changes that the server tells. */
export const pollMs = (): number => (isLive ? LIVE_MS : POLL_MS);

/**
 * Reads again what changes in the tenant, as soon as the server tells, while the page is visible. A page that was hidden,
 * and one whose connection broke, read everything that they show once. Without a stream, pages are read every 5 seconds.
 */
export function useLiveChanges(tenant: string | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (tenant === undefined) return;
    const refresh = new Refresh(cache, tenant);
    let stream: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let hadGap = false;

    const leave = (): void => {
      clearTimeout(again);
      stream?.close();
      stream = undefined;
      isLive = false;
    };
    const listen = (): void => {
      leave();
      const opened = new EventSource(`/api/v1/tenants/${encodeURIComponent(tenant)}/changes`);
      stream = opened;
      opened.addEventListener('ready', () => {
        isLive = true;
        if (hadGap) refresh.everything();
        hadGap = true; // the next time that it is ready, it was away
      });
      opened.addEventListener('changed', ({ data }: MessageEvent<string>) =>
        refresh.changed((JSON.parse(data) as Schemas['Changed']).kinds),
      );
      opened.addEventListener('error', () => {
        isLive = false;
        // The browser connects again by itself, unless the server refused.
        if (opened.readyState !== EventSource.CLOSED) return;
        again = setTimeout(listen, AGAIN_MS * (1 + Math.random()));
        // If the session has ended, this leads to the sign-in.
        void cache.fetchQuery({ ...me, staleTime: 0, retry: false }).catch(() => {});
      });
    };
    const onVisible = (): void => (document.visibilityState === 'visible' ? listen() : leave());
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      leave();
      refresh.stop();
    };
  }, [cache, tenant]);
}
