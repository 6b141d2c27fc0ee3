import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCommands } from '../keys/commands';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { MEDIA_TYPES, reportTemplatesQuery } from './report-template-queries';

/** The templates that write approved reports in other formats. */
export function ReportTemplatesPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/report-templates' });
  const { page } = useSearch({ from: '/$tenant/settings/report-templates' });
  const navigate = useNavigate({ from: '/$tenant/settings/report-templates' });
  const mayChange = useMay(tenant)('configure_compliance');
  const query = useQuery(reportTemplatesQuery(tenant, page));
  const open = (id: string) => void navigate({ to: '/$tenant/settings/report-templates/$id', params: { tenant, id } });
  const add = () => void navigate({ to: '/$tenant/settings/report-templates/new', params: { tenant } });
  useCommands(mayChange ? [{ keys: 'n', label: 'Add a report template', run: add }] : []);
  return (
    <Stack>
      <Text size="sm">
        A template writes an approved report in a format that an authority asks for.{' '}
        {mayChange && (
          <Anchor component={Link} to={`/${tenant}/settings/report-templates/new`} size="sm">
            Add a template
          </Anchor>
        )}
      </Text>
      <Loaded query={query}>
        {(templates) => (
          <Rows
            rows={templates}
            what="template"
            empty="There is no template yet. Reports are exported as PDF and goAML."
            idOf={({ template_id }) => template_id}
            open={({ template_id }) => open(template_id)}
            page={page}
            go={(next) => void navigate({ search: { page: next } })}
            columns={[
              {
                title: 'Template',
                cell: ({ template_id: id, name }) => (
                  <Anchor component={Link} to={`/${tenant}/settings/report-templates/${id}`} size="sm">
                    {name}
                  </Anchor>
                ),
              },
              { title: 'Writes', width: 100, cell: ({ media_type }) => MEDIA_TYPES[media_type].label },
              { title: 'Version', width: 90, align: 'right', cell: ({ version }) => version },
              { title: 'Saved', width: 140, cell: ({ saved_at }) => <When at={saved_at} /> },
              { title: 'By', width: 160, cell: ({ officer }) => officer },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}
