import { Button, Kbd } from '@mantine/core';
import { useCommands } from '../keys/commands';

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** what the list has */
  what: string;
}

/** Reads the next page of a list that grows. The key is n. */
export function More({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, what }: MoreProps) {
  const next = () => !isFetchingNextPage && void fetchNextPage();
  useCommands(hasNextPage ? [{ keys: 'n', label: `Show more ${what}`, run: next }] : []);
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="xs"
      onClick={next}
      loading={isFetchingNextPage}
      rightSection={<Kbd size="xs">n</Kbd>}
      mt="sm"
      w="fit-content"
    >
      {`Show more ${what}`}
    </Button>
  );
}
