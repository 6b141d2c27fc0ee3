import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { History } from '../parts/history';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { useUnsaved } from '../parts/use-unsaved';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { DraftForm } from './draft-form';
import { Preview } from './preview';
import { type Report, reportQuery } from './queries';
import { ReportActions } from './report-actions';

/** A report of suspicious activity: its draft, what it says, and its way to the authority. */
export function ReportPage() {
  const { tenant, id } = useParams({ from: '/$tenant/reports/$id' });
  const may = useMay(tenant);
  const query = useQuery(reportQuery(tenant, id));
  const [hasUnsaved, setHasUnsaved] = useState(false);
  useUnsaved(hasUnsaved);
  return (
    <Loaded query={query}>
      {(report) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3">
              Report ({report.kind})
            </Title>
            <Word word={report.status} />
          </Group>
          <ReportActions tenant={tenant} report={report} hasUnsaved={hasUnsaved} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5" mb="xs">
                About the report
              </Title>
              <AboutReport report={report} />
            </Card>
            <Card withBorder>
              <History entries={report.entries} />
            </Card>
          </SimpleGrid>
          {/* The form stays while the person has unsaved text, also when a colleague ended the draft meanwhile. */}
          {may('work_on_cases') && (report.status === 'draft' || hasUnsaved) && (
            <Card withBorder key={report.id}>
              <DraftForm tenant={tenant} report={report} onUnsaved={setHasUnsaved} />
            </Card>
          )}
          {(report.status !== 'draft' || !may('work_on_cases')) && (
            <Card withBorder>
              <Written report={report} />
            </Card>
          )}
          {report.status !== 'discarded' && <Preview tenant={tenant} report={report} />}
        </Stack>
      )}
    </Loaded>
  );
}

const AboutReport = ({ report }: { report: Report }) => (
  <Facts
    facts={[
      [
        'case',
        <To key="case" page="cases" id={report.case_id}>
          open the case
        </To>,
      ],
      [
        'customer',
        <To key="customer" page="customers" id={report.customer_id}>
          open the customer
        </To>,
      ],
      ['version', report.version],
      ['drafted by', report.drafted_by],
      [
        'new version of',
        report.replaces && (
          <To key="replaces" page="reports" id={report.replaces}>
            {report.replaces}
          </To>
        ),
      ],
      ['approved', report.approved_at && <When key="approved" at={report.approved_at} />],
      ['approved by', report.approved_by],
      ['proposed by', report.proposed_by],
      ['reference', report.reference],
      ['filed on', report.filed_on],
    ]}
  />
);

const Written = ({ report: { narrative, measures, indicators } }: { report: Report }) => (
  <>
    <Title order={2} size="h5" mb="xs">
      What staff wrote
    </Title>
    <Facts
      facts={[
        [
          'what happened',
          <Text key="narrative" size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {narrative}
          </Text>,
        ],
        ['measures', measures],
        ['indicators', indicators.join(', ')],
      ]}
    />
  </>
);
