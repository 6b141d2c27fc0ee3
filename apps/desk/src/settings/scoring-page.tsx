import { Card, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../parts/loaded';
import { useMay } from '../session/session';
import { mergePatch } from './merge-patch';
import { type Settings, settingsQuery } from './queries';
import { SaveSettings } from './save-settings';

/** How the scoring model of the tenant differs from the default one. */
export function ScoringPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/scoring' });
  const query = useQuery(settingsQuery(tenant));
  return (
    <Loaded query={query}>
      {(current) => <ScoringForm key={current.version} tenant={tenant} current={current} />}
    </Loaded>
  );
}

function ScoringForm({ tenant, current }: { tenant: string; current: Settings }) {
  const may = useMay(tenant);
  const { scoring } = current.settings;
  const [text, setText] = useState(() => JSON.stringify(scoring, null, 2));
  const read = modelOf(text);
  const readOnly = !may('configure_compliance');
  return (
    <Stack>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Scoring model
        </Title>
        <Text size="sm" mb="xs">
          Only what differs from the default model, as JSON; {'{}'} is the default model. The reference page “Scoring
          model” has all fields with their defaults.
        </Text>
        <Textarea
          aria-label="Differences from the default model"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          error={'problem' in read ? read.problem : undefined}
          readOnly={readOnly}
          autosize
          minRows={10}
          maxRows={30}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
        />
      </Card>
      {!readOnly && (
        <SaveSettings
          tenant={tenant}
          version={current.version}
          patch={'problem' in read ? undefined : mergePatch({ scoring }, { scoring: read.model })}
          problem={'problem' in read ? read.problem : undefined}
        />
      )}
    </Stack>
  );
}

function modelOf(text: string): { model: Record<string, unknown> } | { problem: string } {
  try {
    const model: unknown = JSON.parse(text);
    if (typeof model === 'object' && model !== null && !Array.isArray(model))
      return { model: model as Record<string, unknown> };
    return { problem: 'The model must be a JSON object, such as {}.' };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
}
