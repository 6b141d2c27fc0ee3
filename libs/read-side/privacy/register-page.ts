import { registerOfPersonalData } from './register';

const INTRODUCTION = `# Personal data

This is the register of the personal data that Probity keeps. \`probity privacy register\` prints it too. [Privacy](../explanation/privacy.md) explains how the data are sealed and erased.

The register is about customers. Audit trails, and the metadata of the events that they come from, also have the names of members of staff, and the IP addresses from which they and the systems of institutions made changes. These are kept as long as the events, because they are evidence; no topic has the addresses.

Fields of facts are those of events, and of messages on the topics. Columns are those of tables in Postgres.

This page is generated from the declarations of the fields and columns (\`npm run docs:personal-data\`).
`;

/** The page in Markdown: a row for each fact or table, and kind of data. */
export function registerPage(): string {
  const rows = new Map<string, { cells: string[]; fields: string[] }>();
  for (const { where, field, kind, purpose, protection, retention } of registerOfPersonalData()) {
    const key = `${where} ${kind}`;
    const row = rows.get(key) ?? { cells: [kind, purpose, protection, retention], fields: [] };
    row.fields.push(`\`${field}\``);
    rows.set(key, row);
  }
  const lines = [...rows].map(([key, { cells, fields }]) => {
    const where = key.slice(0, key.lastIndexOf(' '));
    return `| \`${where}\` | ${[fields.join(', '), ...cells].join(' | ')} |`;
  });
  const head = ['| where | fields | kind | purpose | protection | kept |', '| --- | --- | --- | --- | --- | --- |'];
  return `${INTRODUCTION}\n${[...head, ...lines].join('\n')}\n`;
}
