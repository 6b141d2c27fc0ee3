import { asyncApiDocument } from './asyncapi-document';
import { eventsPage } from './events-page';

const page = eventsPage(asyncApiDocument({ topicPrefix: 'bank-' }));
/** What a reader sees, without the style. */
const text = page
  .replace(/^[^]*<body>/, '')
  .replace(/<[^>]+>/g, ' ')
  .replace(/&quot;/g, '"')
  .replace(/\s+/g, ' ');

describe('the page of events', () => {
  it('lists the direction, the partitions and the retention of a topic', () => {
    expect(text).toMatch(/bank-ledger\.ledger\.event\.v1 sends 12 for ever Everything that happened in ledgers/);
    expect(text).toMatch(
      /bank-ledger\.ledger\.command\.v1 receives 12 24 h Commands to the ledger service for one ledger/,
    );
    expect(text).toMatch(/bank-ledger\.ledger\.command\.v1\.dead-letter sends 1 30 days/);
  });

  it('lists the fields of values and headers', () => {
    expect(text).toContain('payload.entries[].debit optional text, ^[1-9][0-9]*$ amount in minor units');
    expect(text).toContain('ce_type always "ledger.TransactionPosted"');
    expect(text).toContain(
      'Key: text, uuid; what follows ledger- in ce_subject ; the same as $message.payload#/ledger_id',
    );
  });

  it('gives a consumer for the topic as it is named here', () => {
    expect(page).toContain('subscribe({ topics: [&quot;bank-ledger.ledger.event.v1&quot;], fromBeginning: true })');
  });

  it('escapes the text of the document', () => {
    const document = asyncApiDocument();
    document.info.title = '<script>alert(1)</script>';
    document.channels['ledger.ledger.event.v1']!.description = '`<img src=x onerror=alert(1)>`';
    document.channels['ledger.ledger.event.v1']!.address = '"><b>';
    const html = eventsPage(document);
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(html).toContain('<code>&lt;img src=x onerror=alert(1)&gt;</code>');
  });
});
