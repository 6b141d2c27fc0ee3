import { Button, Table, Text, Title } from '@mantine/core';
import { saveBytes, saveFile } from '../parts/save-file';
import { TableHead } from '../parts/table-head';
import { When } from '../parts/when';
import { copyWords } from './copy-words';
import type { Copy } from './queries';

/** The last copy of the checkpoint of the tenant's log at each place outside of Probity. */
export function CopiesOutside({ copies }: { copies: Copy[] }) {
  return (
    <section aria-label="Copies outside of Probity">
      <Title order={3} size="h6" mt="xs">
        Copies outside of Probity
      </Title>
      {copies.length === 0 ? (
        <Text size="sm">
          None are configured. An operator can add them: see docs/guides/keep-checkpoints-outside.md.
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            They are copies of the checkpoint of all events of the tenant, which covers its ledgers too.
          </Text>
          <Table.ScrollContainer minWidth={420}>
            <Table verticalSpacing={4}>
              <TableHead titles={['Where', 'Events', 'Copied', 'Proof']} />
              <Table.Tbody>
                {copies.map((copy) => (
                  <OneCopy key={`${copy.kind} ${copy.name}`} copy={copy} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </section>
  );
}

function OneCopy({ copy: { kind, name, tree_size, copied_at, proof, is_configured } }: { copy: Copy }) {
  const words = copyWords(kind);
  const save = (text: string) =>
    kind === 'timestamp'
      ? saveBytes(`timestamp-${tree_size}.tst`, 'application/octet-stream', text)
      : saveFile(`${kind}-${tree_size}.txt`, 'text/plain;charset=utf-8', text);
  return (
    <Table.Tr>
      <Table.Td className="foreign">
        {`${words.name}: ${name}`}
        <Text size="xs" c="dimmed">
          {is_configured ? words.proves : `${words.proves} The target is no longer configured.`}
        </Text>
      </Table.Td>
      <Table.Td className="number">{tree_size.toLocaleString()}</Table.Td>
      <Table.Td>
        <When at={copied_at} />
      </Table.Td>
      <Table.Td>
        {proof !== null && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Download the proof of ${name}`}
            onClick={() => save(proof)}
          >
            Download
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
