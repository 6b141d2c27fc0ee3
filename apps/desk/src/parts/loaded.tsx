import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../api/errors';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** The person may not see the data any more, or they are gone. */
const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404);

/**
 * Shows data when they are here, and before that a place for them, or why they did not come. When a later read fails,
 * says so beside the data, and no longer shows what the person may not see any more.
 */
export function Loaded<Data>({ query: { data, error }, children }: LoadedProps<Data>) {
  if (data !== undefined && !isGone(error)) {
    return (
      <>
        {error && (
          <Text role="status" size="sm" c="red">
            This may be out of date: {error instanceof ApiError ? error.message : 'the server does not respond'}
          </Text>
        )}
        {children(data)}
      </>
    );
  }
  if (error) {
    return (
      <Alert color="red" variant="outline" role="alert">
        {messageOf(error)}
      </Alert>
    );
  }
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label="Loading">
      <Skeleton h={24} w="40%" />
      <Skeleton h={16} />
      <Skeleton h={16} w="80%" />
    </Stack>
  );
}
