import { Card, MultiSelect, NumberInput, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../parts/loaded';
import { useMay } from '../session/session';
import { AssignmentCard } from './assignment-card';
import { MeasurementCard } from './measurement-card';
import { mergePatch } from './merge-patch';
import { listsQuery, type Settings, settingsQuery } from './queries';
import { ratesOf, ratesText } from './rates';
import { SaveSettings } from './save-settings';
import { ThresholdRulesCard } from './threshold-rules-card';

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** From which score a match is an alert, when alerts are due and to whom they go, and how long data is kept. */
export function ThresholdsPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/thresholds' });
  const query = useQuery(settingsQuery(tenant));
  return (
    <Loaded query={query}>
      {(current) => <ThresholdsForm key={current.version} tenant={tenant} current={current} />}
    </Loaded>
  );
}

function ThresholdsForm({ tenant, current }: { tenant: string; current: Settings }) {
  const may = useMay(tenant);
  const { data: lists = [] } = useQuery(listsQuery);
  const { screening, monitoring, retention, queue } = current.settings;
  const stored = { screening, monitoring, retention: retention!, queue: queue! };
  const [form, setForm] = useState(stored);
  const [rates, setRates] = useState(() => ratesText(monitoring.rates));
  const readOnly = !may('configure_compliance');
  const read = ratesOf(rates);
  const wanted = 'problem' in read ? form : { ...form, monitoring: { ...form.monitoring, rates: read.rates } };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Screening
          </Title>
          <NumberInput
            label="Threshold"
            description="Score from which a match is an alert, 0.5 to 1. A lower one finds more, and more that is false."
            value={form.screening.threshold}
            min={0.5}
            max={1}
            step={0.01}
            hideControls
            disabled={readOnly}
            onChange={(value) => setForm({ ...form, screening: { ...form.screening, threshold: Number(value) } })}
          />
          <MultiSelect
            mt="xs"
            label="Lists"
            description="Imported lists that apply. Your own list always applies."
            placeholder={form.screening.lists === null ? 'all imported lists' : undefined}
            data={[...new Set([...lists.map(({ list }) => list), ...(form.screening.lists ?? [])])]}
            value={form.screening.lists ?? []}
            disabled={readOnly}
            onChange={(chosen) =>
              setForm({ ...form, screening: { ...form.screening, lists: chosen.length === 0 ? null : chosen } })
            }
          />
        </Card>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Alerts are due after
          </Title>
          <SimpleGrid cols={2}>
            {SEVERITIES.map((severity) => (
              <NumberInput
                key={severity}
                label={`Hours, ${severity}`}
                value={form.queue.due_hours[severity]}
                min={1}
                allowDecimal={false}
                hideControls
                disabled={readOnly}
                onChange={(value) =>
                  setForm({
                    ...form,
                    queue: { ...form.queue, due_hours: { ...form.queue.due_hours, [severity]: Number(value) } },
                  })
                }
              />
            ))}
          </SimpleGrid>
        </Card>
        <ThresholdRulesCard
          lists={lists.map(({ list }) => list)}
          rules={form.screening.thresholds ?? []}
          threshold={form.screening.threshold}
          readOnly={readOnly}
          onChange={(thresholds) => setForm({ ...form, screening: { ...form.screening, thresholds } })}
        />
        <AssignmentCard
          tenant={tenant}
          rules={form.queue.assignment ?? []}
          readOnly={readOnly}
          onChange={(assignment) => setForm({ ...form, queue: { ...form.queue, assignment } })}
        />
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Currencies of rules
          </Title>
          <TextInput
            label="Reference currency"
            description="Rules see amounts in it. Without it, every amount counts as it is."
            value={form.monitoring.reference_currency ?? ''}
            maxLength={3}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) =>
              setForm({
                ...form,
                monitoring: { ...form.monitoring, reference_currency: value.trim().toUpperCase() || null },
              })
            }
          />
          <Textarea
            mt="xs"
            label="Rates"
            description="One currency per line, such as EUR 1.08: units of the reference currency for one euro."
            value={rates}
            error={'problem' in read ? read.problem : undefined}
            autosize
            minRows={3}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => setRates(value)}
          />
        </Card>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Personal data is kept
          </Title>
          {(['customer_years', 'provider_payload_years'] as const).map((name) => (
            <NumberInput
              key={name}
              mt="xs"
              label={name === 'customer_years' ? 'Years, customers' : 'Years, bodies of providers’ webhooks'}
              description={
                name === 'customer_years'
                  ? 'After the end of the relationship, 1 to 15.'
                  : 'After they were received, 1 to 15.'
              }
              value={form.retention[name]}
              min={1}
              max={15}
              allowDecimal={false}
              hideControls
              disabled={readOnly}
              onChange={(value) => setForm({ ...form, retention: { ...form.retention, [name]: Number(value) } })}
            />
          ))}
        </Card>
      </SimpleGrid>
      {may('operate_pipeline') && (
        <MeasurementCard tenant={tenant} rules={form.screening.thresholds ?? []} current={form.screening.threshold} />
      )}
      {!readOnly && (
        <SaveSettings
          tenant={tenant}
          version={current.version}
          patch={mergePatch(stored, wanted)}
          problem={'problem' in read ? read.problem : undefined}
        />
      )}
    </Stack>
  );
}
