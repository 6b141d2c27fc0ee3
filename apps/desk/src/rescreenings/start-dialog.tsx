import { NumberInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '../parts/reason-dialog';
import { startRescreening } from './queries';

const MIN_THRESHOLD = 0.5;

interface StartDialogProps {
  tenant: string;
  /** undefined: the dialog is closed */
  kind: 'preview' | 'screening' | undefined;
  onClose: () => void;
}

/** Starts a screening of all customers, or a preview of one. */
export function StartDialog({ tenant, kind, onClose }: StartDialogProps) {
  const cache = useQueryClient();
  const [threshold, setThreshold] = useState<number | string>('');
  const isPreview = kind === 'preview';
  const send = async (reason: string) => ({
    done: await startRescreening(
      tenant,
      isPreview,
      isPreview && threshold !== '' ? Number(threshold) : undefined,
      reason,
    ),
  });
  return (
    <ReasonDialog
      title={kind && (isPreview ? 'Preview' : 'Screen all customers')}
      follows={
        isPreview
          ? 'It counts the alerts that would be raised, and raises none.'
          : 'New matches with the present lists raise alerts, with the threshold of the settings.'
      }
      send={send}
      onClose={onClose}
      onSent={() => {
        void cache.invalidateQueries({ queryKey: ['rescreenings', tenant] });
        onClose();
      }}
    >
      {isPreview && (
        <NumberInput
          label="Threshold"
          description="Empty: the threshold of the settings."
          value={threshold}
          onChange={setThreshold}
          min={MIN_THRESHOLD}
          max={1}
          step={0.01}
          decimalScale={4}
          w={200}
        />
      )}
    </ReasonDialog>
  );
}
