import { Kbd, Modal, Table } from '@mantine/core';
import { useShownCommands } from '../keys/commands';

/** Lists what the keys do on this page. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const commands = useShownCommands();
  return (
    <Modal opened={opened} onClose={onClose} title="Keys of this page" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
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
    </Modal>
  );
}
