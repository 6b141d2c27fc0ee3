import { Alert, Card, List, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../parts/loaded';
import { useMay } from '../session/session';
import { mergePatch } from './merge-patch';
import { type Provider, providersQuery, type Settings, settingsQuery } from './queries';
import { SaveSettings } from './save-settings';

const STAGES = ['kyc', 'screening', 'monitoring'] as const;
type Stage = (typeof STAGES)[number];
const TITLES: Record<Stage, string> = { kyc: 'Identity (KYC)', screening: 'Screening', monitoring: 'Monitoring' };
const MODES = [
  { value: 'native', label: 'native: Probity runs it' },
  { value: 'external', label: 'external: another system runs it, and posts its alerts' },
  { value: 'plugin', label: 'plugin: a provider runs it, and Probity calls the provider' },
] as const;
const FALLBACKS = [
  { value: 'native', label: 'Probity runs the stage' },
  { value: 'none', label: 'nothing runs it' },
] as const;

type Stages = Pick<Settings['settings'], 'stages' | 'providers'>;

/** What runs each stage of the pipeline. */
export function StagesPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/stages' });
  const settings = useQuery(settingsQuery(tenant));
  const providers = useQuery(providersQuery(tenant));
  return (
    <Loaded query={settings}>
      {(current) => (
        <Loaded query={providers}>
          {(known) => <StagesForm key={current.version} tenant={tenant} current={current} providers={known} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface StagesFormProps {
  tenant: string;
  current: Settings;
  providers: Provider[];
}

function StagesForm({ tenant, current, providers }: StagesFormProps) {
  const may = useMay(tenant);
  const stored: Stages = { stages: current.settings.stages, providers: current.settings.providers };
  const [form, setForm] = useState(stored);
  const readOnly = !may('configure_compliance');
  const setProvider = (stage: Stage, change: { plugin?: string; fallback?: 'native' | 'none' }) =>
    setForm(({ stages, providers: before }) => {
      const plugin = change.plugin ?? before?.[stage]?.plugin;
      const fallback = change.fallback ?? before?.[stage]?.fallback ?? 'native';
      const runner = plugin === undefined ? null : { plugin, fallback };
      return { stages, providers: { kyc: null, screening: null, monitoring: null, ...before, [stage]: runner } };
    });
  const withoutProvider = STAGES.find((stage) => form.stages[stage] === 'plugin' && !form.providers?.[stage]);
  return (
    <Stack>
      {current.warnings.length > 0 && (
        <Alert variant="outline">
          <Text fw={700}>What these settings lack</Text>
          <List size="sm">
            {current.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 3 }}>
        {STAGES.map((stage) => {
          const serving = providers.filter((one) => one.stages.includes(stage) && one.status === 'active');
          return (
            <Card key={stage} withBorder>
              <Title order={2} size="h5" mb="xs">
                {TITLES[stage]}
              </Title>
              <Stack gap="xs">
                <Select
                  label={`Mode of ${stage}`}
                  data={MODES}
                  value={form.stages[stage]}
                  allowDeselect={false}
                  disabled={readOnly}
                  onChange={(mode) => mode && setForm({ ...form, stages: { ...form.stages, [stage]: mode } })}
                />
                {form.stages[stage] === 'plugin' && (
                  <>
                    <Select
                      label={`Provider of ${stage}`}
                      placeholder={serving.length === 0 ? 'no active provider' : 'choose'}
                      data={serving.map(({ plugin }) => plugin)}
                      value={form.providers?.[stage]?.plugin ?? null}
                      disabled={readOnly}
                      onChange={(plugin) => plugin && setProvider(stage, { plugin })}
                    />
                    <Select
                      label="While it gives no usable result"
                      data={FALLBACKS}
                      value={form.providers?.[stage]?.fallback ?? 'native'}
                      allowDeselect={false}
                      disabled={readOnly}
                      onChange={(fallback) => fallback && setProvider(stage, { fallback })}
                    />
                    {serving.length === 0 && (
                      <Text size="sm">No provider of this stage is active. Configure and activate one first.</Text>
                    )}
                  </>
                )}
              </Stack>
            </Card>
          );
        })}
      </SimpleGrid>
      {!readOnly && (
        <SaveSettings
          tenant={tenant}
          version={current.version}
          patch={mergePatch(stored, form)}
          problem={withoutProvider && `Choose the provider of ${withoutProvider}.`}
        />
      )}
    </Stack>
  );
}
