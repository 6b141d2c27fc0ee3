import { Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { BacktestResult } from './backtest-result';
import { textOf } from './template';
import { backtestQuery } from './queries';

/** One backtest of a draft. */
export function BacktestPage() {
  const { tenant, id } = useParams({ from: '/$tenant/rules/backtests/$id' });
  const query = useQuery(backtestQuery(tenant, id));
  return (
    <Loaded query={query}>
      {({ name, definition }) => (
        <Stack>
          <Title order={1} size="h3" className="foreign">
            {name}
          </Title>
          <Card withBorder>
            <BacktestResult tenant={tenant} id={id} />
          </Card>
          <Card withBorder>
            <Title order={2} size="h5">
              The draft
            </Title>
            <pre className="definition foreign">{textOf(definition)}</pre>
          </Card>
        </Stack>
      )}
    </Loaded>
  );
}
