import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { ApiError, messageOf } from './errors';

const FRESH_MS = 2_000;

/** Reads that failed for a reason that passes are repeated; a change is never repeated by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
  mutationCache: new MutationCache({
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: messageOf(error) }),
  }),
});
