import { Controller } from '@nestjs/common';
import {
  attachCaseFile,
  readCaseFilePart,
  recordCaseFileDownload,
  removeCaseFile,
  storeCaseFilePart,
} from '@probity/contracts/case-files/commands';
import type { CaseFile } from '@probity/contracts/case-files/views';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { type Officer, officerIn } from '@probity/contracts/staff/officer';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { found } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { CaseFileQueries } from '@probity/read-side/cases/case-file-queries';
import { CaseFileContents, refuseRemoved } from './case-file-contents';
import { CASE } from './case-state';
import { Cases } from './cases';
import { decideAttachment, decideRemoval, incomplete, refuseMoreFiles } from './decide-case-file';

interface AboutFile {
  tenant_id: string;
  case_id: string;
  file_id: string;
}

/**
 * Files of cases. A file exists when it is attached, which is one event of the case.
 *
 * Guarantees: a file whose attachment was confirmed keeps its content until it is removed or its customer is erased.
 */
@Controller()
export class CaseFilesHandler {
  private readonly files: CaseFileQueries;

  constructor(
    private readonly store: AggregateStore,
    private readonly cases: Cases,
    private readonly contents: CaseFileContents,
    private readonly time: TimeSource,
    database: Database,
  ) {
    this.files = new CaseFileQueries(database);
  }

  @OnCommand(storeCaseFilePart)
  async storePart(request: RequestOf<typeof storeCaseFilePart>): Promise<ReplyOf<typeof storeCaseFilePart>> {
    const { tenant_id, case_id, file_id, part, bytes } = request;
    const { state } = await this.store.loadOf(tenant_id, CASE, case_id);
    // A repeated first part counts already; its file may be the last one that the limits let in.
    if (part === 1 && !(await this.contents.isBegun(file_id))) {
      refuseMoreFiles(state);
      await this.contents.refuseUnlessRoomFor(tenant_id, bytes, this.time.now());
    }
    return { parts: await this.contents.store(request, state.opened.customer_id, this.now()) };
  }

  @OnCommand(attachCaseFile)
  async attach(request: RequestOf<typeof attachCaseFile>): Promise<CaseFile> {
    const { tenant_id, case_id, file_id } = request;
    const stored = await this.contents.digest(tenant_id, case_id, file_id);
    await this.cases.change(tenant_id, case_id, (state) => {
      const data = decideAttachment(state, request, stored, this.now());
      return data && { event: { type: 'CaseFileAttached', data } };
    });
    if (!(await this.contents.keep(tenant_id, file_id, this.now()))) await this.withdraw(request);
    return this.file(request);
  }

  @OnCommand(recordCaseFileDownload)
  async recordDownload(request: RequestOf<typeof recordCaseFileDownload>): Promise<CaseFile> {
    await this.contents.recordDownload(await this.file(request), request, officerIn(request), this.now());
    return this.file(request);
  }

  @OnCommand(readCaseFilePart)
  async readPart({ part, ...request }: RequestOf<typeof readCaseFilePart>): Promise<ReplyOf<typeof readCaseFilePart>> {
    const file = await this.file(request);
    refuseRemoved(file);
    return { content: await this.contents.part(file.id, part), sha256: file.sha256 };
  }

  @OnCommand(removeCaseFile)
  async remove(request: RequestOf<typeof removeCaseFile>): Promise<CaseFile> {
    await this.removeFromCase(request, officerIn(request), request.reason);
    return this.file(request);
  }

  /**
   * Takes a file back whose upload was given up while it was attached: no one can read it.
   *
   * @throws Refusal `file_incomplete`
   */
  private async withdraw(request: RequestOf<typeof attachCaseFile>): Promise<never> {
    const reason = 'its upload was given up before it was attached';
    await this.removeFromCase(request, officerIn(request), reason);
    throw incomplete(request.file_id, reason);
  }

  private async removeFromCase({ tenant_id, case_id, file_id }: AboutFile, by: Officer, reason: string): Promise<void> {
    await this.cases.change(tenant_id, case_id, (state) => {
      const data = decideRemoval(state, file_id, { by, reason }, this.now());
      return data && { event: { type: 'CaseFileRemoved', data } };
    });
  }

  /** @throws Refusal `not_found` also when the case belongs to another tenant, or the file to another case */
  private async file({ tenant_id, case_id, file_id }: AboutFile): Promise<CaseFile> {
    return found('file', file_id, await this.files.file(tenant_id, case_id, file_id));
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}
