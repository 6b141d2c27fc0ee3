import { useQueryClient } from '@tanstack/react-query';
import { ReasonDialog } from '../parts/reason-dialog';
import { endEntry } from './queries';

interface EndDialogProps {
  tenant: string;
  /** undefined: the dialog is closed */
  entryId: string | undefined;
  onClose: () => void;
}

/** Ends an entry of the allow-list before its time. */
export function EndDialog({ tenant, entryId, onClose }: EndDialogProps) {
  const cache = useQueryClient();
  return (
    <ReasonDialog
      title={entryId && 'End the entry'}
      follows="The next match of this counterparty raises a new alert."
      send={async (reason) => ({ done: await endEntry(tenant, entryId!, reason) })}
      onClose={onClose}
      onSent={() => {
        void cache.invalidateQueries({ queryKey: ['allow-list', tenant] });
        onClose();
      }}
    />
  );
}
