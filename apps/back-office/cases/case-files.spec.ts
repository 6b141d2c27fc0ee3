import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { CASE_FILE_PART_BYTES, MAX_CASE_FILE_BYTES } from '@probity/contracts/case-files/words';
import { Refusal } from '@probity/platform/errors';
import { makeExist } from '../testing/existing';
import { at, OPERATOR, replies, sent, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const PART = 'customer-risk.store-case-file-part';
const ATTACH = 'customer-risk.attach-case-file';
const PDF = Buffer.from('%PDF-1.7 a receipt');

let caseId: string;
let files: string;
beforeEach(async () => {
  caseId = randomUUID();
  files = at(`/cases/${caseId}/files`);
  await makeExist(test.owner, tenantId, caseId);
  replies[ATTACH] = (request: object) => ({ ...request, attached: true });
});
afterEach(() => {
  for (const name of Object.keys(replies)) delete replies[name];
});

const headersWith = (more: Record<string, string>) => ({
  authorization: `Bearer ${test.token}`,
  'content-type': 'application/pdf',
  'x-file-name': 'receipt.pdf',
  ...more,
});
async function upload(content: Buffer, more: Record<string, string> = {}, path = files) {
  const headers = headersWith(more);
  const answer = await fetch(test.url + path, { method: 'POST', headers, body: new Uint8Array(content) });
  return { status: answer.status, body: (await answer.json()) as any, headers: answer.headers };
}
const refusedWith = (status: number, code: string, message: RegExp = /./) => ({
  status,
  body: { status: 'error', code, message: expect.stringMatching(message) },
});
const requests = (name: string) => sent.filter((command) => command.name === name).map(({ request }) => request);

describe('an upload', () => {
  it('is sent in parts that fit into every message, and attached with its type and SHA-256', async () => {
    const content = Buffer.concat([PDF, randomBytes(2 * CASE_FILE_PART_BYTES)]);
    expect(await upload(content)).toMatchObject({ status: 201, body: { status: 'ok', data: { attached: true } } });
    const whole = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    const about = { tenant_id: tenantId, case_id: caseId, file_id: expect.any(String) };
    const parts = requests(PART);
    expect(parts.map(({ part }) => part)).toEqual([1, 2, 3]);
    for (const part of parts) {
      expect(part).toMatchObject({ ...about, ...whole });
      expect(JSON.stringify(part).length).toBeLessThan(512 * 1024);
    }
    expect(Buffer.concat(parts.map((part) => Buffer.from(part.content, 'base64'))).equals(content)).toBe(true);
    const { file_id } = parts[0];
    const named = { name: 'receipt.pdf', media_type: 'application/pdf', scan: 'not_scanned' };
    expect(requests(ATTACH)).toEqual([{ ...about, file_id, ...OPERATOR, ...named, ...whole }]);
  });

  it.each([['application/json'], ['text/plain'], ['multipart/form-data; boundary=x'], ['']])(
    'is taken by its bytes, whatever its Content-Type says: %s',
    async (type) => {
      expect(await upload(PDF, { 'content-type': type })).toMatchObject({ status: 201 });
      expect(requests(ATTACH)).toMatchObject([{ media_type: 'application/pdf', bytes: PDF.length }]);
    },
  );

  it.each([
    [Buffer.from('MZ\0\0 a program'), 'receipt.pdf', 'file_type_refused'],
    [Buffer.alloc(0), 'receipt.pdf', 'file_empty'],
    [PDF, 'receipt.exe', 'bad_file_name'],
    [PDF, '..%2Freceipt.pdf', 'bad_file_name'],
    [Buffer.from('<script>alert(1)</script>'), 'page.html', 'bad_file_name'],
  ])('is rejected, and stores nothing: %#', async (content, name, code) => {
    expect(await upload(content, { 'x-file-name': name })).toMatchObject(refusedWith(400, code));
    expect(sent).toEqual([]);
  });

  it('is rejected without a name, for a case that does not exist, and for that of another tenant', async () => {
    const headers = headersWith({});
    const { 'x-file-name': _, ...nameless } = headers;
    const answer = await fetch(test.url + files, { method: 'POST', headers: nameless, body: new Uint8Array(PDF) });
    expect(answer.status).toBe(400);
    expect(await upload(PDF, {}, at(`/cases/${randomUUID()}/files`))).toMatchObject(refusedWith(404, 'not_found'));
    await makeExist(test.owner, randomUUID(), caseId);
    expect(await upload(PDF)).toMatchObject(refusedWith(404, 'not_found'));
    expect(sent).toEqual([]);
  });

  it('has at most 10 MiB', async () => {
    const most = Buffer.concat([PDF, Buffer.alloc(MAX_CASE_FILE_BYTES - PDF.length)]);
    expect(await upload(most)).toMatchObject({ status: 201 });
    expect(requests(PART)).toHaveLength(40);
    const more = await upload(Buffer.concat([most, Buffer.alloc(1)]));
    expect(more).toMatchObject(refusedWith(413, 'body_too_large', /at most 10 MiB/));
    const note = { note: 'a'.repeat(1_100_000) };
    const other = await test.api.post(at(`/cases/${caseId}/notes`), note);
    expect(other).toMatchObject(refusedWith(413, 'body_too_large', /at most 1 MiB/));
  });

  it('is not read before its caller is known', async () => {
    const { hostname, port } = new URL(test.url);
    const socket = connect(Number(port), hostname);
    const first = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    const path = new URL(test.url).pathname + files;
    socket.write(`POST ${path} HTTP/1.1\r\nhost: h\r\nx-file-name: a.pdf\r\ncontent-length: 10000000\r\n\r\n%PDF-`);
    expect(await first).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('with a repeated Idempotency-Key is made once, and another file with the key is rejected', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await upload(PDF, key);
    const again = await upload(PDF, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(requests(ATTACH)).toHaveLength(1);
    const reused = refusedWith(422, 'idempotency_key_reused');
    expect(await upload(Buffer.from('%PDF-other'), key)).toMatchObject(reused);
    expect(await upload(PDF, { ...key, 'x-file-name': 'other.pdf' })).toMatchObject(reused);
  });

  it('that failed goes on under the same id when its key is repeated', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const failing = jest.fn(() => {
      throw new Refusal('overloaded', 'unavailable', 'stopping');
    });
    replies[ATTACH] = failing;
    expect(await upload(PDF, key)).toMatchObject({ status: 503 });
    replies[ATTACH] = () => ({ attached: true });
    expect(await upload(PDF, key)).toMatchObject({ status: 201 });
    const [first, second] = requests(ATTACH);
    expect(second.file_id).toBe(first.file_id);
  });

  it('does not keep others waiting: a caller has two at a time, and the slots are free again afterwards', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    const bothBegan = new Promise<void>((resolve) => {
      replies[PART] = async () => {
        if (++begun === 2) resolve();
        await held;
        return { parts: 1 };
      };
    });
    const slow = [upload(PDF), upload(PDF)];
    await bothBegan;
    expect(await upload(PDF)).toMatchObject(refusedWith(503, 'too_many_uploads', /retry in a few seconds/));
    release();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([201, 201]);
    expect(await upload(PDF)).toMatchObject({ status: 201 });
  });
});

describe('a download', () => {
  const content = Buffer.concat([PDF, randomBytes(CASE_FILE_PART_BYTES)]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const fileId = randomUUID();
  const stored = { id: fileId, name: 'Müller.pdf', media_type: 'application/pdf', bytes: content.length, sha256 };
  const get = (path = `${files}/${fileId}`) =>
    fetch(test.url + path, { headers: { authorization: `Bearer ${test.token}` } });
  const partOf = (bytes: Buffer, part: number) => {
    const begin = (part - 1) * CASE_FILE_PART_BYTES;
    return { content: bytes.subarray(begin, begin + CASE_FILE_PART_BYTES).toString('base64'), sha256 };
  };
  beforeEach(() => {
    replies['customer-risk.record-case-file-download'] = () => stored;
    replies['customer-risk.read-case-file-part'] = ({ part }: { part: number }) => partOf(content, part);
  });

  it('is an attachment that no browser shows, guesses or stores', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''M%C3%BCller.pdf`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(requests('customer-risk.record-case-file-download')).toEqual([
      { tenant_id: tenantId, case_id: caseId, file_id: fileId, ...OPERATOR },
    ]);
  });

  it('returns why the file cannot be read', async () => {
    replies['customer-risk.record-case-file-download'] = () => {
      throw new Refusal('invalid', 'file_unavailable', 'file x cannot be read: it was removed');
    };
    const answer = await get();
    expect({ status: answer.status, body: await answer.json() }).toMatchObject(refusedWith(400, 'file_unavailable'));
  });

  it('never ends well when the content is not the one that was attached', async () => {
    const other = Buffer.concat([PDF, randomBytes(CASE_FILE_PART_BYTES)]);
    replies['customer-risk.read-case-file-part'] = ({ part }: { part: number }) => partOf(other, part);
    await expect(get().then((answer) => answer.arrayBuffer())).rejects.toThrow();
  });
});

it('lists the files of a case, and sends a removal with its reason', async () => {
  await test.owner.query(
    `INSERT INTO customer_risk.case_files (id, tenant_id, case_id, customer_id, name, media_type, bytes, sha256, scan,
       attached_by, attached_at)
     VALUES ($1, $2, $3, $3, '<b>.pdf', 'application/pdf', 3, '', 'clean', 'Ann', now())`,
    [randomUUID(), tenantId, caseId],
  );
  const listed = await test.api.get(files);
  expect(listed.body).toMatchObject({ status: 'ok', data: [{ name: '<b>.pdf', removed_at: null }] });
  const ofCustomer = await test.api.get(at(`/customers/${caseId}/files`));
  expect(ofCustomer).toMatchObject({ status: 200, body: { data: [{ case_id: caseId, name: '<b>.pdf' }] } });
  await makeExist(test.owner, randomUUID(), caseId);
  expect(await test.api.get(at(`/customers/${caseId}/files`))).toMatchObject(refusedWith(404, 'not_found'));
  await makeExist(test.owner, tenantId, caseId);
  const elsewhere = await test.api.get(at(`/cases/${randomUUID()}/files`));
  expect(elsewhere).toMatchObject(refusedWith(404, 'not_found'));

  const fileId = randomUUID();
  expect(await test.api.post(`${files}/${fileId}/remove`, {})).toMatchObject({ status: 400 });
  const removed = await test.api.post(`${files}/${fileId}/remove`, { reason: 'a wrong file' });
  expect(removed.status).toBe(200);
  expect(requests('customer-risk.remove-case-file')).toEqual([
    { tenant_id: tenantId, case_id: caseId, file_id: fileId, ...OPERATOR, reason: 'a wrong file' },
  ]);
});
