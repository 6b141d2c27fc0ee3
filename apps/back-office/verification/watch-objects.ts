import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { NoticeBoard } from '@probity/notices/notice-board';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { LOGGER } from '@probity/platform/logger.token';
import { Repeatedly } from '@probity/platform/repeatedly';
import { TimeSource } from '@probity/platform/time-source';
import { compareObjects } from '@probity/read-side/database-objects/compare-objects';
import { DATABASE_OBJECTS, notCompared, OBJECTS_AGREE, otherObjects } from './verification-notices';

const LOOK_MS = 5 * 60_000;
/** For so long, the database may have the migrations of another version: an upgrade is in progress. */
const UPGRADE_MS = 24 * 3_600_000;

/**
 * Compares the triggers, functions and other objects of the database with what the migrations make, and raises one notice
 * while they differ. The log says so before: a trigger can keep the notice from being stored. Several processes
 * may do it at the same time.
 */
@Injectable()
export class WatchObjects implements OnModuleInit, OnModuleDestroy {
  /** since when the database has other migrations, epoch milliseconds */
  private otherSince: number | undefined;
  private readonly looking = new Repeatedly(
    LOOK_MS,
    () => this.look(),
    (err) => this.logger.warn({ err }, 'the objects of the database cannot be compared; retrying'),
  );

  constructor(
    private readonly database: Database,
    private readonly board: NoticeBoard,
    private readonly time: TimeSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.looking.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.looking.stop();
  }

  async look(): Promise<void> {
    const others = await compareObjects(this.database);
    if (!others) return this.noteOtherMigrations();
    this.otherSince = undefined;
    if (others.length === 0) return this.board.settle(DATABASE_OBJECTS, OBJECTS_AGREE);
    const content = otherObjects(others);
    this.logger.error(content.data, 'objects of the database are not as the migrations made them');
    await this.raise(content);
  }

  private async noteOtherMigrations(): Promise<void> {
    const now = this.time.now().getTime();
    this.otherSince ??= now;
    if (now - this.otherSince < UPGRADE_MS) return;
    this.logger.error(
      'the database has had other migrations than this version for a day; its objects are not compared',
    );
    await this.raise(notCompared());
  }

  /** Also if it is open with another content. */
  private async raise(content: Content): Promise<void> {
    await this.board.revise(DATABASE_OBJECTS, (open) =>
      open && isDeepStrictEqual(contentOf(open), contentOf(content)) ? undefined : content,
    );
  }
}

type Content = ReturnType<typeof otherObjects>;

const contentOf = ({ severity, message, data }: Content): Content => ({ severity, message, data });
