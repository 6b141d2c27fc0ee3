import { Button, Group, Text } from '@mantine/core';

interface PageButtonsProps {
  /** from 1 */
  page: number;
  hasNext: boolean;
  go: (page: number) => void;
}

export function PageButtons({ page, hasNext, go }: PageButtonsProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <Group component="nav" aria-label="Pages" mt="sm">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <Text size="sm">Page {page}</Text>
      <Button size="xs" variant="default" disabled={!hasNext} onClick={() => go(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
