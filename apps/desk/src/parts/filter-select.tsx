import { Select } from '@mantine/core';

interface FilterSelectProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value | undefined;
  /** what the list shows without a choice */
  empty: string;
  choose: (value: Value | undefined) => void;
}

export function FilterSelect<Value extends string>({ label, values, value, empty, choose }: FilterSelectProps<Value>) {
  return (
    <Select
      label={label}
      data={values.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
      value={value ?? null}
      placeholder={empty}
      onChange={(chosen) => choose(chosen ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${empty}` }}
      w={160}
      size="xs"
    />
  );
}
