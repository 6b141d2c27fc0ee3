import { Button, Card, Group, Kbd, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommands } from '../keys/commands';
import { type Action, Actions } from '../parts/actions';
import { Loaded } from '../parts/loaded';
import { LongText } from '../parts/long-text';
import { useMay } from '../session/session';
import {
  addTemplate,
  changeTemplate,
  MEDIA_TYPES,
  type MediaType,
  previewTemplate,
  removeTemplate,
  type ReportTemplate,
  reportTemplateQuery,
  type TemplateContent,
} from './report-template-queries';
import { TemplatePreview } from './template-preview';

const MAX_TEMPLATE = 65_536;
const EMPTY: TemplateContent = { name: '', media_type: 'text/plain', extension: 'txt', template: '' };
const TYPES = Object.entries(MEDIA_TYPES).map(([value, { label }]) => ({ value, label }));

export function NewReportTemplatePage() {
  const { tenant } = useParams({ from: '/$tenant/settings/report-templates/new' });
  return <TemplateForm tenant={tenant} stored={undefined} />;
}

export function ReportTemplatePage() {
  const { tenant, id } = useParams({ from: '/$tenant/settings/report-templates/$id' });
  const query = useQuery(reportTemplateQuery(tenant, id));
  return (
    <Loaded query={query}>{(stored) => <TemplateForm key={stored.version} tenant={tenant} stored={stored} />}</Loaded>
  );
}

/** Edits a template, shows what it makes of an example report, and saves it with a reason, or proposes it. */
function TemplateForm({ tenant, stored }: { tenant: string; stored: ReportTemplate | undefined }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isRemoved = stored !== undefined && stored.removed_at !== null;
  const readOnly = !useMay(tenant)('configure_compliance') || isRemoved;
  const [content, setContent] = useState<TemplateContent>(() => contentOf(stored ?? EMPTY));
  const change = (part: Partial<TemplateContent>) => setContent({ ...content, ...part });
  const preview = useMutation({
    mutationFn: () => previewTemplate(tenant, { media_type: content.media_type, template: content.template }),
  });
  const isComplete = content.name.trim() !== '' && content.extension !== '' && content.template.trim() !== '';
  const isSame = stored !== undefined && JSON.stringify(content) === JSON.stringify(contentOf(stored));
  const canPreview = !readOnly && content.template.trim() !== '';
  useCommands(canPreview ? [{ keys: 'p', label: 'Preview the template', run: () => preview.mutate() }] : []);

  const save: Action = {
    label: 'Save the template',
    keys: 's',
    follows: 'It applies to later exports. It waits for a second person if the tenant needs two people for settings.',
    send: (reason) =>
      stored
        ? changeTemplate(tenant, stored.template_id, { ...content, reason, expected_version: stored.version })
        : addTemplate(tenant, { ...content, reason }),
  };
  const remove: Action = {
    label: 'Remove the template',
    follows: 'Staff can export nothing more with it. Earlier exports stay, and its versions stay readable.',
    send: (reason) => removeTemplate(tenant, stored!.template_id, reason),
  };
  const onSent = () => {
    void cache.invalidateQueries({ queryKey: ['report-templates', tenant] });
    if (stored) void cache.invalidateQueries({ queryKey: ['report-template', tenant, stored.template_id] });
    void navigate({ to: '/$tenant/settings/report-templates', params: { tenant } });
  };
  return (
    <Stack>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          {stored ? `Report template, version ${stored.version}` : 'A new report template'}
        </Title>
        {isRemoved && <Text size="sm">The template was removed, and writes no more documents.</Text>}
        <Group grow align="start">
          <TextInput
            label="Name"
            value={content.name}
            maxLength={80}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <Select
            label="Writes"
            data={TYPES}
            value={content.media_type}
            allowDeselect={false}
            disabled={readOnly}
            onChange={(value) =>
              change({ media_type: value as MediaType, extension: MEDIA_TYPES[value as MediaType].extension })
            }
          />
          <TextInput
            label="File extension"
            value={content.extension}
            maxLength={10}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => change({ extension: value })}
          />
        </Group>
        <LongText
          mt="xs"
          label="Template"
          description="In Mustache, such as {{subject.name}}. Values are escaped for the format."
          value={content.template}
          onText={(template) => change({ template })}
          most={MAX_TEMPLATE}
          readOnly={readOnly}
          minRows={10}
          maxRows={30}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      </Card>
      {!readOnly && (
        <Group>
          <Button
            size="xs"
            variant="default"
            disabled={!canPreview}
            loading={preview.isPending}
            onClick={() => preview.mutate()}
            rightSection={<Kbd size="xs">p</Kbd>}
          >
            Preview the template
          </Button>
          <Actions actions={[...(isComplete && !isSame ? [save] : []), ...(stored ? [remove] : [])]} onSent={onSent} />
        </Group>
      )}
      {preview.data && <TemplatePreview preview={preview.data} />}
    </Stack>
  );
}

const contentOf = ({ name, media_type, extension, template }: TemplateContent): TemplateContent => ({
  ...{ name, media_type, extension, template },
});
