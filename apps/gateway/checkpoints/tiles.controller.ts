import { Get, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTile } from '@probity/contracts/ledger/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { TenantId } from '../auth/tenant.decorator';
import { FULL_WIDTH, tileAt } from './tile-path';

const LEVEL = /^(0|[1-9][0-9]?)$/;
/** What a full tile has can never change. */
const IMMUTABLE = 'private, max-age=31536000, immutable';
const CACHED = { description: 'a full tile never changes', schema: { type: 'string' } };

/** Hashes of the Merkle trees of ledgers, as clients of transparency logs read them. */
@ApiController('Ledger', 'tenants/:slug/ledgers/:ledgerId/tile')
export class TilesController {
  constructor(private readonly commands: CommandBus) {}

  @Get(':level/*')
  @ApiRoute({
    summary: 'Read a tile of hashes of the signed Merkle tree of a ledger',
    description:
      'The paths and the bytes are those of c2sp.org/tlog-tiles: 256 hashes, or fewer in a partial tile. ' +
      'A full tile may be stored for ever. The checkpoint of the ledger says which tiles there are.',
    download: true,
    headers: { 'Cache-Control': CACHED },
    missing: 'tile',
  })
  async read(
    @TenantId() tenantId: string,
    @Id('ledgerId') ledgerId: string,
    @Req() { params }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { level, '*': path } = params as { level: string; '*': string };
    const tile = tileAt(path);
    if (!tile || !LEVEL.test(level)) throw notFound('tile', `${level}/${path}`);
    const request = { tenant_id: tenantId, ledger_id: ledgerId, level: Number(level), ...tile };
    const { hashes } = await this.commands.send(readTile, request);
    if (tile.width === FULL_WIDTH) void reply.header('cache-control', IMMUTABLE);
    const bytes = Buffer.from(hashes, 'base64');
    return new StreamableFile(bytes, { type: 'application/octet-stream', length: bytes.length });
  }
}
