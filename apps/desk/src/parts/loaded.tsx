import { Alert, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/errors';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** Shows data when they are here, and before that a place for them, or why they did not come. */
export function Loaded<Data>({ query: { data, error }, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
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
