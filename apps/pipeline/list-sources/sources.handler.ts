import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import {
  fetchWatchlist,
  type GivenSourceFile,
  removeWatchlistSource,
  setWatchlistSource,
  sourceContext,
} from '@probity/contracts/list-sources/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Refusal } from '@probity/platform/errors';
import { RequestKey } from '@probity/platform/request-encryption';
import { ListFetcher } from './list-fetcher';
import { Sources } from './sources';

/** Carries out what operators request of the sources of shared lists. */
@Controller()
export class SourcesHandler {
  constructor(
    private readonly sources: Sources,
    private readonly requestKey: RequestKey,
    private readonly fetcher: ListFetcher,
  ) {}

  @OnCommand(setWatchlistSource)
  async set({ encrypted_files, ...given }: RequestOf<typeof setWatchlistSource>) {
    const source = await this.sources.set({ ...given, files: this.decrypted(given.list, encrypted_files) });
    this.fetcher.wake();
    return source;
  }

  @OnCommand(removeWatchlistSource)
  async remove(decision: RequestOf<typeof removeWatchlistSource>) {
    await this.sources.remove(decision);
    return { list: decision.list };
  }

  @OnCommand(fetchWatchlist)
  async fetchNow(decision: RequestOf<typeof fetchWatchlist>, { operationId }: MessageContext = {}) {
    const source = await this.sources.fetchNow(decision, operationId);
    this.fetcher.wake();
    return source;
  }

  private decrypted(list: string, encrypted: string): GivenSourceFile[] {
    try {
      return JSON.parse(this.requestKey.decrypt(encrypted, sourceContext(list))) as GivenSourceFile[];
    } catch (cause) {
      const message = 'the addresses cannot be decrypted; repeat the request. No changes were made.';
      throw new Refusal('invalid', 'invalid_source', message, { cause });
    }
  }
}
