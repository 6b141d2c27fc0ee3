import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { readCaseFilePart, recordCaseFileDownload } from '@probity/contracts/case-files/commands';
import type { CaseFile } from '@probity/contracts/case-files/views';
import { partsOf } from '@probity/contracts/case-files/words';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Officer } from '../../auth/staff-caller';

interface About {
  tenant_id: string;
  case_id: string;
  file_id: string;
}

/** Reads the contents of files of cases, part by part, so that a slow reader holds one part in memory. */
@Injectable()
export class Downloads {
  constructor(private readonly commands: CommandBus) {}

  /** Records the download, and returns the file with its content. The content can be read once. */
  async begin(by: Officer, about: About): Promise<{ file: CaseFile; content: AsyncIterable<Buffer> }> {
    const file = await this.commands.send(recordCaseFileDownload, { ...about, ...by });
    return { file, content: this.content(about, file) };
  }

  /** @throws Error before the last part, when the content is not the one that was attached */
  private async *content(about: About, { bytes, sha256 }: CaseFile): AsyncIterable<Buffer> {
    const hash = createHash('sha256');
    const parts = partsOf(bytes);
    for (let part = 1; part <= parts; part++) {
      const { content } = await this.commands.send(readCaseFilePart, { ...about, part });
      const read = Buffer.from(content, 'base64');
      hash.update(read);
      if (part === parts && hash.digest('hex') !== sha256) {
        throw new Error(`the content of file ${about.file_id} differs from what was attached`);
      }
      yield read;
    }
  }
}
