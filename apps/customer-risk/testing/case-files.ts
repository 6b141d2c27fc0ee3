import { createHash, randomUUID } from 'node:crypto';
import { openCase } from '@probity/contracts/cases/commands';
import {
  attachCaseFile,
  readCaseFilePart,
  recordCaseFileDownload,
  removeCaseFile,
  storeCaseFilePart,
} from '@probity/contracts/case-files/commands';
import { CASE_FILE_PART_BYTES, partsOf } from '@probity/contracts/case-files/words';
import type { CommandBus } from '@probity/messaging/command-bus';
import { newId } from '@probity/platform/ids';
import { PAGE, type CustomerRiskFixture } from './customer-risk-fixture';

export const BY = { officer: 'Ada Byron', officer_id: randomUUID() };
export const NAME = 'Ottilie Quarrington.pdf';
export const MARK = 'the passport of Ottilie Quarrington';
export const THREE_PARTS = 2 * CASE_FILE_PART_BYTES + 1_000;

export interface SentFile {
  tenant_id: string;
  case_id: string;
  file_id: string;
  customer_id: string;
  content: Buffer;
}

export const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
export const refusal = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) });
const idsOf = ({ tenant_id, case_id, file_id }: SentFile) => ({ tenant_id, case_id, file_id });

/** Sends files of cases to customer-risk, as the back office does. */
export class FileSender {
  constructor(private readonly service: CustomerRiskFixture) {}

  /** A file that is not sent yet, of a new case or of that of another file. */
  async prepare(
    content = Buffer.from(MARK) as Buffer,
    of?: SentFile,
    tenantId = this.service.tenantId,
  ): Promise<SentFile> {
    if (of) return { ...of, file_id: newId(), content };
    const { id } = await this.service.create({}, { tenant_id: tenantId });
    const about = { tenant_id: tenantId, case_id: newId(), customer_id: id };
    await this.service.commands.send(openCase, { ...about, ...BY, title: 't', reason: 'r', alert_ids: [] });
    return { ...about, file_id: newId(), content };
  }

  store(file: SentFile, part: number, more: object = {}) {
    const begin = (part - 1) * CASE_FILE_PART_BYTES;
    return this.service.commands.send(storeCaseFilePart, {
      ...idsOf(file),
      part,
      bytes: file.content.length,
      sha256: digest(file.content),
      content: file.content.subarray(begin, begin + CASE_FILE_PART_BYTES).toString('base64'),
      ...more,
    });
  }

  async storeAll(file: SentFile): Promise<SentFile> {
    for (let part = 1; part <= partsOf(file.content.length); part++) await this.store(file, part);
    return file;
  }

  attach(file: SentFile) {
    return this.service.commands.send(attachCaseFile, {
      ...idsOf(file),
      ...BY,
      name: NAME,
      media_type: 'application/pdf',
      bytes: file.content.length,
      sha256: digest(file.content),
      scan: 'clean',
    });
  }

  async attached(content?: Buffer, of?: SentFile, tenantId?: string): Promise<SentFile> {
    const file = await this.storeAll(await this.prepare(content, of, tenantId));
    await this.attach(file);
    return file;
  }

  download(file: SentFile) {
    return this.service.commands.send(recordCaseFileDownload, { ...idsOf(file), ...BY });
  }

  remove(file: SentFile) {
    return this.service.commands.send(removeCaseFile, { ...idsOf(file), ...BY, reason: 'a wrong file' });
  }

  async read(file: SentFile, bus: CommandBus = this.service.commands): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let part = 1; part <= partsOf(file.content.length); part++) {
      const { content } = await bus.send(readCaseFilePart, { ...idsOf(file), part });
      parts.push(Buffer.from(content, 'base64'));
    }
    return Buffer.concat(parts);
  }

  /** What the audit trail has about the case of the file, newest first. */
  async actionsOn({ case_id }: SentFile): Promise<string[]> {
    const entries = await this.service.audit.events(this.service.tenantId, PAGE, { subject_id: case_id });
    return entries.map(({ action }) => action);
  }

  async keyOf({ file_id }: SentFile): Promise<unknown> {
    const { rows } = await this.service.database.owner.query(
      'SELECT kind, sealed_key IS NULL AS destroyed FROM privacy.data_keys WHERE subject = $1',
      [file_id],
    );
    return rows[0];
  }
}
