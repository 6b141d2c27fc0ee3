import { Alert, Card, Code, List, Text, Title } from '@mantine/core';
import type { TemplatePreview as Preview } from './report-template-queries';

/** What a template makes of an example report, or what keeps it from being saved. */
export function TemplatePreview({ preview: { problems, document, fields } }: { preview: Preview }) {
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        An example report
      </Title>
      {document === null ? (
        <Alert variant="outline" color="red" role="status">
          <Text fw={700}>The template cannot be saved</Text>
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <Code block tabIndex={0} role="region" aria-label="The document">
          {document}
        </Code>
      )}
      <Text size="sm" mt="xs">
        Fields: {fields.join(', ')}
      </Text>
    </Card>
  );
}
