import { Button, Group, Kbd, PasswordInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, changeOf } from '../api/client';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';
import { configurationOf, fieldsOf, formOf, type ProviderField } from './provider-fields';
import type { Plugin, Provider } from './queries';

interface ConfigureProviderProps {
  tenant: string;
  plugin: Plugin;
  provider: Provider | undefined;
  readOnly: boolean;
}

/** The settings of a plugin as a form, from the schema that the plugin declares. */
export function ConfigureProvider({ tenant, plugin, provider, readOnly }: ConfigureProviderProps) {
  const cache = useQueryClient();
  const fields = fieldsOf(plugin);
  const known = provider?.secrets ?? [];
  const [stored] = useState(() => formOf(fields, provider));
  const [form, setForm] = useState(stored);
  const [asks, ask] = useState(false);
  const { configuration, problems } = configurationOf(fields, form, known);
  const isChanged = JSON.stringify(stored) !== JSON.stringify(form);
  const canSave = isChanged && Object.keys(problems).length === 0;
  useCommands(!readOnly && canSave ? [{ keys: 's', label: 'Save the configuration', run: () => ask(true) }] : []);
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          value={form[field.name] ?? ''}
          problem={isChanged ? problems[field.name] : undefined}
          isSet={known.includes(field.name)}
          readOnly={readOnly}
          onChange={(value) => setForm({ ...form, [field.name]: value })}
        />
      ))}
      {!readOnly && (
        <Group>
          <Button size="xs" disabled={!canSave} onClick={() => ask(true)} rightSection={<Kbd size="xs">s</Kbd>}>
            Save
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {provider === undefined
              ? 'A new provider is inactive at first.'
              : isChanged
                ? 'Changes are not saved yet.'
                : 'Nothing has changed.'}
          </Text>
        </Group>
      )}
      <ReasonDialog
        title={asks ? 'Save the configuration' : undefined}
        onClose={() => ask(false)}
        onSent={() => {
          ask(false);
          for (const read of ['providers', 'provider-health']) {
            void cache.invalidateQueries({ queryKey: [read, tenant] });
          }
        }}
        send={(reason) =>
          changeOf(
            api.PUT('/api/v1/tenants/{slug}/providers/{plugin}', {
              params: { path: { slug: tenant, plugin: plugin.name } },
              body: { configuration, reason },
            }),
          )
        }
      />
    </Stack>
  );
}

interface SettingFieldProps {
  field: ProviderField;
  value: string;
  problem: string | undefined;
  /** the secret is stored already */
  isSet: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
}

function SettingField({ field, value, problem, isSet, readOnly, onChange }: SettingFieldProps) {
  const { name, description, isRequired, isSecret, kind, choices } = field;
  const common = { label: name.replaceAll('_', ' '), description, error: problem, disabled: readOnly };
  const required = isRequired && !isSet;
  if (isSecret) {
    return (
      <PasswordInput
        {...common}
        required={required}
        value={value}
        placeholder={isSet ? 'stored; leave it empty to keep it' : undefined}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': `Show ${common.label}` }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (kind === 'choice' || kind === 'flag') {
    return (
      <Select
        {...common}
        required={required}
        data={kind === 'flag' ? ['true', 'false'] : choices}
        value={value === '' ? null : value}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  if (kind === 'json') {
    return (
      <Textarea
        {...common}
        required={required}
        value={value}
        autosize
        minRows={4}
        maxRows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      required={required}
      value={value}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
