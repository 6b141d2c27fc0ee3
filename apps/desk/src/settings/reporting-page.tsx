import { Card, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../parts/loaded';
import { useMay } from '../session/session';
import { mergePatch } from './merge-patch';
import { type Settings, settingsQuery } from './queries';
import { SaveSettings } from './save-settings';

const FIELDS = [
  ['entity_name', 'Name', 'Of the institution, as the authority knows it.'],
  ['entity_id', 'Id with the authority', 'In goAML rentity_id: digits.'],
  ['address_line', 'Street and number', undefined],
  ['city', 'City', undefined],
  ['postal_code', 'Postal code', undefined],
  ['country', 'Country', 'Two letters, such as DE.'],
  ['currency', 'Currency', 'Three letters, such as EUR: amounts are reported in it too.'],
  ['contact_first_name', 'First name of the contact', 'The person whom the authority asks.'],
  ['contact_last_name', 'Last name of the contact', undefined],
  ['contact_email', 'Email of the contact', undefined],
  ['contact_phone', 'Telephone of the contact', undefined],
] as const;

/** The reporting entity of reports to an authority. */
export function ReportingPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/reporting' });
  const query = useQuery(settingsQuery(tenant));
  return (
    <Loaded query={query}>
      {(current) => <ReportingForm key={current.version} tenant={tenant} current={current} />}
    </Loaded>
  );
}

function ReportingForm({ tenant, current }: { tenant: string; current: Settings }) {
  const may = useMay(tenant);
  const stored = { reporting: current.settings.reporting! };
  const [form, setForm] = useState(stored.reporting);
  const readOnly = !may('configure_compliance');
  return (
    <Stack>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Reporting entity
        </Title>
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {FIELDS.map(([name, label, description]) => (
            <TextInput
              key={name}
              label={label}
              description={description}
              value={form[name] ?? ''}
              maxLength={255}
              disabled={readOnly}
              onChange={({ currentTarget: { value } }) => setForm({ ...form, [name]: value === '' ? null : value })}
            />
          ))}
        </SimpleGrid>
      </Card>
      {!readOnly && (
        <SaveSettings tenant={tenant} version={current.version} patch={mergePatch(stored, { reporting: form })} />
      )}
    </Stack>
  );
}
