import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '../parts/facts';
import { saveFile } from '../parts/save-file';
import { When } from '../parts/when';
import { CopiesOutside } from './copies';
import type { Checkpoint } from './queries';

interface SignedCheckpointProps {
  checkpoint: Checkpoint;
  /** what it covers: `3 transactions` */
  covers: string;
  /** further facts */
  facts?: (readonly [name: string, value: ReactNode])[];
  /** of the file, without its size and its end */
  fileName: string;
  /** further buttons */
  children?: ReactNode;
}

/** What the notary signed last, to keep as a file, and the copies of it outside of Probity. */
export function SignedCheckpoint({ checkpoint, covers, facts = [], fileName, children }: SignedCheckpointProps) {
  const { tree_size, root_hash, signed_at, keys, copies } = checkpoint;
  const save = () => saveFile(`${fileName}-${tree_size}.txt`, 'text/plain;charset=utf-8', checkpoint.checkpoint);
  return (
    <>
      <Facts
        facts={[
          ['covers', covers],
          ['signed', <When key="signed" at={signed_at} />],
          ...facts,
          ['fingerprint', <code key="root">{root_hash}</code>],
          ...keys.map((key) => ['public key', <code key={key}>{key}</code>] as const),
        ]}
      />
      <Text size="xs" c="dimmed">
        The fingerprint (root) changes when anything that it covers changes. Keep the file and the public key outside of
        Probity: a later verification shows whether what it covers is still the same.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={save}>
          Download the checkpoint
        </Button>
        {children}
      </Group>
      <CopiesOutside copies={copies} />
    </>
  );
}
