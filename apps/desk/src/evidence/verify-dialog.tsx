import { Button, Group, List, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../parts/counted';
import { Dialog } from '../parts/dialog';
import { type KeptCheckpoint, readKept } from './kept-checkpoints';

export interface VerifyDialogProps {
  /** what the person does; also the name of the button */
  title: string;
  /** what it compares, in one or two sentences */
  follows: string;
  opened: boolean;
  /** the name of the log that kept checkpoints must be about; undefined: nothing is signed yet, so none can be kept */
  origin: string | undefined;
  /** files that can be chosen */
  most: number;
  /** what a checkpoint covers: `transaction` */
  what: string;
  onClose: () => void;
  onStart: (kept: KeptCheckpoint[]) => void;
}

interface Chosen {
  kept: KeptCheckpoint[];
  /** why the files cannot be used; then no verification starts, because it would be without them */
  problem?: string;
  isReading?: boolean;
}

const NONE: Chosen = { kept: [] };

/** Starts a verification, with checkpoints that the person kept as files if there are some. */
export function VerifyDialog({ title, follows, opened, origin, most, what, onClose, onStart }: VerifyDialogProps) {
  const [{ kept, problem, isReading = false }, show] = useState<Chosen>(NONE);
  const chooser = useRef<HTMLInputElement>(null);
  // Only the files that were chosen last count.
  const latest = useRef<File[]>(undefined);
  useEffect(() => {
    latest.current = undefined;
    show(NONE);
  }, [opened]);
  const read = (files: File[]) => {
    latest.current = files;
    const showLatest = (chosen: Chosen) => latest.current === files && show(chosen);
    show({ kept: [], isReading: true });
    readKept(files, origin!, most).then(
      (found) => showLatest({ kept: found }),
      (error: Error) => showLatest({ kept: [], problem: error.message }),
    );
  };
  const isReady = !isReading && problem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onStart(kept);
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{follows}</Text>
          {origin !== undefined && (
            <>
              <Text size="sm">
                {`If you kept ${most === 1 ? 'a checkpoint' : 'checkpoints'} outside of Probity, choose ` +
                  `${most === 1 ? 'the file' : 'the files'}. Only they reveal that an older state of everything was restored.`}
              </Text>
              <Button variant="default" w="fit-content" onClick={() => chooser.current?.click()}>
                {most === 1 ? 'Choose a kept checkpoint' : 'Choose kept checkpoints'}
              </Button>
              <input
                ref={chooser}
                type="file"
                multiple={most > 1}
                hidden
                aria-label="Kept checkpoints"
                onChange={({ currentTarget }) => {
                  const files = [...(currentTarget.files ?? [])];
                  currentTarget.value = ''; // so that the same file can be chosen again
                  if (files.length > 0) read(files);
                }}
              />
              <div aria-live="polite">
                {problem !== undefined && (
                  <Text size="sm" c="red" className="foreign">
                    {problem}
                  </Text>
                )}
                <List size="sm">
                  {kept.map(({ name, size }, index) => (
                    <List.Item key={index} className="foreign">
                      {`${name}: ${counted(size, what)}`}
                    </List.Item>
                  ))}
                </List>
              </div>
            </>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" data-autofocus disabled={!isReady}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
