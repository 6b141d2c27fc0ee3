import { type AsyncApiDocument, type Channel, KEY_LOCATION, type Message } from './asyncapi-document';
import { consumerExample } from './consumer-example';
import { fieldRows, typeText } from './field-rows';
import { GUIDE } from './guide';
import { Html, markup } from './html';
import type { JsonSchema } from './json-schema';
import { inPlace } from './named-schemas';

const STYLE = new Html(`
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
  h1, h2, h3 { line-height: 1.2; overflow-wrap: anywhere; }
  h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
  code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
  pre { overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 4px; }
  .table { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); }
  td:first-child { white-space: nowrap; }
  td { overflow-wrap: anywhere; }
  summary { cursor: pointer; }
`);

/**
 * The AsyncAPI document as an HTML page without scripts and external resources. Its links are relative to
 * `docs/events` beside `asyncapi.json`.
 */
export function eventsPage(served: AsyncApiDocument): string {
  const document = inPlace(served, served.components.schemas);
  const { title, version } = document.info;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>
          Version ${version}. The same for machines: <a href="../asyncapi.json">AsyncAPI 3.0 document</a>. The REST API:
          <a href="../docs">documentation</a>.
        </p>
        ${topicTable(document)}
        ${GUIDE.map(
          ({ title, paragraphs }) =>
            markup`<h2>${title}</h2>
              ${paragraphs.map((one) => markup`<p>${ticked(one)}</p> `)}`,
        )}
        <h2 id="consumer">A consumer to start from</h2>
        <pre>${consumerExample(document)}</pre>
        ${Object.entries(document.channels).map(([id, channel]) => channelSection(id, channel, roleOf(id, document)))}
      </body>
    </html> `.text;
}

/** Renders text between backticks as code. */
function ticked(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

function topicTable(document: AsyncApiDocument): Html {
  const rows = Object.entries(document.channels).map(
    ([id, { address, description, bindings }]) =>
      markup`<tr>
        <td>
          <a href="#${id}"><code>${address}</code></a>
        </td>
        <td>${roleOf(id, document)}</td>
        <td>${bindings.kafka.partitions}</td>
        <td>${retention(bindings.kafka.topicConfiguration)}</td>
        <td>${ticked(description)}</td>
      </tr> `,
  );
  return table(['Topic', 'Probity', 'Partitions', 'Kept', 'What it is for'], rows);
}

function roleOf(channel: string, { operations }: AsyncApiDocument): string {
  const operation = Object.values(operations).find((one) => one.channel.$ref === `#/channels/${channel}`);
  if (!operation) return 'replies here';
  return operation.action === 'send' ? 'sends' : 'receives';
}

function retention(configuration: Record<string, unknown>): string {
  const hours = Number(configuration['retention.ms']) / 3_600_000;
  if (hours < 0) return 'for ever';
  return hours < 72 ? `${hours} h` : `${hours / 24} days`;
}

function channelSection(id: string, { address, description, messages }: Channel, role: string): Html {
  return markup`<h2 id="${id}"><code>${address}</code></h2>
    <p>${ticked(description)} Probity ${role}.</p>
    ${Object.values(messages).map(messageSection)}`;
}

function messageSection({ name, summary, headers, payload, bindings, examples }: Message): Html {
  const { key, [KEY_LOCATION]: location } = bindings.kafka;
  return markup`<h3>${name}</h3>
    <p>${ticked(summary)}</p>
    <p>
      Key:
      ${typeText(key)}${key.description && markup`; ${ticked(key.description)}`}${
        location && markup`; the same as <code>${location}</code>`
      }.
    </p>
    <details>
      <summary>Headers</summary>
      ${fieldTable(headers)}
    </details>
    ${payload.properties ? fieldTable(payload) : markup`<p>Value: ${payload.description ?? typeText(payload)}.</p>`}
    ${(examples ?? []).map(
      (example) =>
        markup`<details>
          <summary>Example</summary>
          <pre>${JSON.stringify(example, null, 2)}</pre>
        </details> `,
    )}`;
}

function fieldTable(schema: JsonSchema): Html {
  const rows = fieldRows(schema).map(
    ({ path, required, type, description }) =>
      markup`<tr>
        <td><code>${path}</code></td>
        <td>${required ? 'always' : 'optional'}</td>
        <td>${type}</td>
        <td>${ticked(description)}</td>
      </tr> `,
  );
  return rows.length === 0 ? markup`<p>No fields.</p>` : table(['Field', 'Present', 'Type', 'Meaning'], rows);
}

function table(titles: string[], rows: Html[]): Html {
  return markup`<div class="table">
    <table>
      <thead>
        <tr>
          ${titles.map((title) => markup`<th>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
