import { Readable } from 'node:stream';
import { Body, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { removeCaseFile } from '@probity/contracts/case-files/commands';
import { CaseFile } from '@probity/contracts/case-files/views';
import { MAX_CASE_FILE_BYTES } from '@probity/contracts/case-files/words';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { FILE_NAME_HEADER } from '@probity/platform/http/accept-idempotency-keys';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { CaseFileQueries } from '@probity/read-side/cases/case-file-queries';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { Downloads } from './files/downloads';
import { attachmentNamed, readFileName } from './files/file-name';
import { UploadSlots } from './files/upload-slots';
import { Uploads } from './files/uploads';

/** A browser that shows a file in spite of everything runs nothing in it, and loads nothing. */
const INERT = "default-src 'none'; frame-ancestors 'none'; sandbox";

@ApiController('Cases', 'tenants/:slug/cases/:caseId/files')
export class CaseFilesController {
  constructor(
    private readonly cases: CaseQueries,
    private readonly files: CaseFileQueries,
    private readonly uploads: Uploads,
    private readonly downloads: Downloads,
    private readonly slots: UploadSlots,
    private readonly commands: CommandBus,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Attach a file to a case',
    description:
      'The body is the file, and `X-File-Name` its name. Its type follows from its content: PDF, PNG, JPEG, text or CSV ' +
      'in UTF-8, DOCX or XLSX without macros. The name must have the ending of the type.',
    permission: 'work_on_cases',
    data: CaseFile,
    upload: { maxBytes: MAX_CASE_FILE_BYTES },
    refusals: [
      'bad_file_name',
      'case_closed',
      'case_file_bytes_exceeded',
      'file_empty',
      'file_incomplete',
      'file_not_scanned',
      'file_refused',
      'file_type_refused',
      'too_many_files',
      'too_many_uploads',
    ],
  })
  async attach(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @By() by: Officer,
    @Req() request: FastifyRequest,
  ) {
    const name = readFileName(request.headers[FILE_NAME_HEADER]);
    await this.exists(tenant, caseId);
    const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const upload = { tenant_id: tenant.id, case_id: caseId, name, content };
    return this.slots.during(request, () => this.uploads.attach(by, upload));
  }

  @Get()
  @ApiRoute({
    summary: 'List the files of a case, oldest first, with the removed ones',
    permission: 'read_customers',
    list: CaseFile,
  })
  async list(@Tenant() tenant: TenantView, @Id('caseId') caseId: string) {
    await this.exists(tenant, caseId);
    return this.files.ofCase(tenant.id, caseId);
  }

  @Get(':fileId')
  @ApiRoute({
    summary: 'Download a file of a case; the audit trail records it',
    permission: 'read_customers',
    download: true,
    refusals: ['file_unavailable'],
  })
  async download(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @Id('fileId') fileId: string,
    @By() by: Officer,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const about = { tenant_id: tenant.id, case_id: caseId, file_id: fileId };
    const { file, content } = await this.downloads.begin(by, about);
    void reply.headers({ 'content-security-policy': INERT });
    const { bytes: length, media_type: type } = file;
    return new StreamableFile(Readable.from(content), { type, disposition: attachmentNamed(file.name), length });
  }

  @Post(':fileId/remove')
  @ApiRoute({
    summary: 'Remove a file from a case, also from a closed one; its content can never be read again',
    permission: 'decide',
    status: 200,
    data: CaseFile,
  })
  remove(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @Id('fileId') fileId: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ) {
    const about = { tenant_id: tenant.id, case_id: caseId, file_id: fileId };
    return this.commands.send(removeCaseFile, { ...about, ...by, reason });
  }

  private async exists(tenant: TenantView, caseId: string): Promise<void> {
    found('case', caseId, await this.cases.case(tenant.id, caseId));
  }
}
