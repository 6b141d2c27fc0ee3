import { CloseButton, Group, Modal, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog. Its heading is not a banner of the page, as that of Mantine would be. */
export function Dialog({ title, opened, onClose, children }: DialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body pt="md">
          <Group justify="space-between" mb="md" wrap="nowrap">
            <Title order={2} size="h4">
              {title}
            </Title>
            <CloseButton aria-label="Close" onClick={onClose} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
