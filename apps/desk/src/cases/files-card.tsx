import { Button, Card, Group, Kbd, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { TableHead } from '../parts/table-head';
import { attachFile, type CaseFile, downloadFile, filesQuery, removeFile, sizeOf } from './files';

const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.txt,.csv,.docx,.xlsx';

interface FilesCardProps {
  tenant: string;
  caseId: string;
  /** a closed case takes no more files */
  isOpen: boolean;
}

/** The files of a case: a person attaches them by key, button or drop, downloads them, and removes them with a reason. */
export function FilesCard({ tenant, caseId, isOpen }: FilesCardProps) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  const query = useQuery(filesQuery(tenant, caseId));
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [removing, remove] = useState<CaseFile>();
  const mayAttach = isOpen && may('work_on_cases');
  const reload = () => {
    void cache.invalidateQueries({ queryKey: ['case-files', tenant, caseId] });
    void cache.invalidateQueries({ queryKey: ['case', tenant, caseId] });
  };
  const attaching = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        const { name } = await attachFile(tenant, caseId, file);
        notifications.show({ color: 'green', title: name, message: 'The file is attached.' });
      }
    },
    onSettled: reload,
  });
  const downloading = useMutation({ mutationFn: (file: CaseFile) => downloadFile(tenant, file) });
  const choose = () => chooser.current?.click();
  useCommands(mayAttach ? [{ keys: 'f', label: 'Attach files', run: choose }] : []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!attaching.isPending) attaching.mutate([...event.dataTransfer.files]);
  };
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault(); // so that the browser does not open the file instead
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  return (
    <Card withBorder className={isOver ? 'drop-here' : undefined} {...(mayAttach && dropping)}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Files
        </Title>
        {mayAttach && (
          <Button
            size="xs"
            variant="default"
            loading={attaching.isPending}
            onClick={choose}
            rightSection={<Kbd size="xs">f</Kbd>}
          >
            Attach files
          </Button>
        )}
      </Group>
      {mayAttach && (
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label="Files to attach"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = ''; // so that the same file can be chosen again
            if (files.length > 0) attaching.mutate(files);
          }}
        />
      )}
      <Loaded query={query}>
        {(files) =>
          files.length === 0 ? (
            <Text size="sm">{mayAttach ? 'None. Drop files here, or press f.' : 'None.'}</Text>
          ) : (
            <FileTable
              files={files}
              onDownload={(file) => downloading.mutate(file)}
              onRemove={may('decide', { alone: true }) ? remove : undefined}
            />
          )
        }
      </Loaded>
      <ReasonDialog
        title={removing && 'Remove the file'}
        about={removing?.name}
        follows={removing && `The content of ${removing.name} can never be read again.`}
        send={async (reason) => ({ done: await removeFile(tenant, removing!, reason) })}
        onClose={() => remove(undefined)}
        onSent={() => {
          remove(undefined);
          reload();
        }}
      />
    </Card>
  );
}

interface FileTableProps {
  files: CaseFile[];
  onDownload: (file: CaseFile) => void;
  /** undefined: the person may not remove files */
  onRemove: ((file: CaseFile) => void) | undefined;
}

function FileTable({ files, onDownload, onRemove }: FileTableProps) {
  return (
    <Table>
      <TableHead titles={['Name', 'Size', 'Scan', 'Attached', 'Actions']} />
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.id}>
            <Table.Td className="foreign">{file.name}</Table.Td>
            <Table.Td>{sizeOf(file.bytes)}</Table.Td>
            <Table.Td>
              <Word word={file.scan} />
            </Table.Td>
            <Table.Td>
              <Text size="sm">
                {file.attached_by}, <When at={file.attached_at} />
              </Text>
            </Table.Td>
            <Table.Td>
              {file.removed_at === null ? (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Download ${file.name}`}
                    onClick={() => onDownload(file)}
                  >
                    Download
                  </Button>
                  {onRemove && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Remove ${file.name}`}
                      onClick={() => onRemove(file)}
                    >
                      Remove
                    </Button>
                  )}
                </Group>
              ) : (
                <Text size="sm" className="foreign">
                  removed by {file.removed_by}: {file.removal_reason}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
