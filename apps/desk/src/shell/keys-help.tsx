import { Kbd, Table } from '@mantine/core';
import { useShownCommands } from '../keys/commands';
import { Dialog } from '../parts/dialog';

const isEverywhere = ({ keys }: { keys: string }): boolean => /^(g |[?/]$)/.test(keys);

/** Lists what the keys do on this page. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // The keys of the page come first; those that work everywhere, last.
  const commands = useShownCommands().toSorted((one, other) => Number(isEverywhere(one)) - Number(isEverywhere(other)));
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys of this page">
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {commands.map(({ keys, label }) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" w={110}>
                {keys.split(' ').map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
