import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page, with a heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder component="section" aria-label={title}>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
);
