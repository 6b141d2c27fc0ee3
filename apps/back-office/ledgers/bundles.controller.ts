import { Readable } from 'node:stream';
import { Get, Inject, StreamableFile } from '@nestjs/common';
import type { ReplyOf } from '@probity/contracts/declaration/command';
import { readBundle } from '@probity/contracts/ledger/commands';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { LOGGER } from '@probity/platform/logger.token';
import { NDJSON } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';

type Page = ReplyOf<typeof readBundle>;

/** Bundles of ledgers, which outsiders verify. */
@ApiController('Ledgers', 'tenants/:slug/ledgers/:ledgerId/bundle')
export class BundlesController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'Download the bundle of a ledger, with which anyone can verify it',
    description: 'After an error the connection is closed: the last line, which is a commit, is missing.',
    permission: 'read_ledgers',
    download: true,
    refusals: ['not_signed_yet'],
  })
  async download(@Tenant() tenant: TenantView, @Id('ledgerId') ledgerId: string): Promise<StreamableFile> {
    const read = (after?: string | null): Promise<Page> =>
      this.commands.send(readBundle, { tenant_id: tenant.id, ledger_id: ledgerId, ...(after && { after }) });
    const first = await read();
    const disposition = `attachment; filename="ledger-${ledgerId}.jsonl"`;
    // It reads one page ahead.
    const text = Readable.from(this.text(first, read), { highWaterMark: 1 });
    return new StreamableFile(text, { type: NDJSON, disposition });
  }

  private async *text(first: Page, read: (after: string | null) => Promise<Page>): AsyncGenerator<string> {
    try {
      for (let page = first; ; page = await read(page.next)) {
        yield page.lines.map((line) => `${line}\n`).join('');
        if (page.next === null) return;
      }
    } catch (err) {
      this.logger.error({ err }, 'the download of a bundle broke off');
      throw err;
    }
  }
}
