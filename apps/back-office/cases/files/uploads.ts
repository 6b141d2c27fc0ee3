import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { attachCaseFile, storeCaseFilePart } from '@probity/contracts/case-files/commands';
import type { CaseFile } from '@probity/contracts/case-files/views';
import { CASE_FILE_PART_BYTES, partsOf } from '@probity/contracts/case-files/words';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { invalid } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import type { Officer } from '../../auth/staff-caller';
import { FileScanner } from './file-scanner';
import { endingOf, refuseOtherEnding } from './file-name';
import { fileTypeOf } from './file-type';

interface Upload {
  tenant_id: string;
  case_id: string;
  name: string;
  content: Buffer;
}

/**
 * Attaches files to cases: checks the type, lets the file be scanned, sends the content in parts, and attaches it. A
 * repetition with the same Idempotency-Key continues with the parts that are stored already.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly commands: CommandBus,
    private readonly operations: KeyedOperations,
    private readonly scanner: FileScanner,
  ) {}

  /** @throws Refusal `file_empty`, `file_type_refused`, `bad_file_name`, `file_refused`, `file_not_scanned` */
  attach(by: Officer, upload: Upload): Promise<CaseFile> {
    return this.operations.ofRequest({ file_id: newId() }, ({ file_id }) => this.store(file_id, by, upload));
  }

  private async store(file_id: string, by: Officer, { content, ...named }: Upload): Promise<CaseFile> {
    if (content.length === 0) throw invalid('file_empty', 'the body is empty; send the content of the file');
    const media_type = fileTypeOf(content, endingOf(named.name));
    if (!media_type) {
      const types = 'PDF, PNG, JPEG, text and CSV in UTF-8, DOCX or XLSX without macros';
      throw invalid('file_type_refused', `the content of the file is none of these: ${types}`);
    }
    refuseOtherEnding(named.name, media_type);
    const scan = await this.scanner.scan(content);
    const whole = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    const { tenant_id, case_id, name } = named;
    const about = { tenant_id, case_id, file_id };
    for (let part = 1; part <= partsOf(content.length); part++) {
      const begin = (part - 1) * CASE_FILE_PART_BYTES;
      const bytes = content.subarray(begin, begin + CASE_FILE_PART_BYTES);
      await this.commands.send(storeCaseFilePart, { ...about, ...whole, part, content: bytes.toString('base64') });
    }
    return this.commands.send(attachCaseFile, { ...about, ...by, name, media_type, ...whole, scan });
  }
}
