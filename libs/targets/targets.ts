import { Injectable } from '@nestjs/common';
import { invalid } from '@probity/platform/errors';
import { BadTarget } from './bad-target';
import { checkUrl } from './check-url';
import { within } from './deadline';
import { type ResolveName, resolveTarget, UnresolvedTarget } from './resolve-target';
import type { TargetPolicy } from './target-policy';
import { TargetUnreachable } from './target-unreachable';

const PATIENCE_MS = 1_000;

/** Checks the url of a new endpoint. */
@Injectable()
export class Targets {
  constructor(
    readonly policy: TargetPolicy,
    readonly resolve: ResolveName,
  ) {}

  /**
   * Returns the normalised url. A name that has no address yet, or whose name server is slow, is accepted: every
   * connection is checked anyway.
   *
   * @throws Refusal `unsafe_url`
   */
  async check(text: string): Promise<string> {
    try {
      const url = checkUrl(text, this.policy);
      await within(PATIENCE_MS, resolveTarget(url, this.policy, this.resolve)).catch((error: unknown) => {
        if (!(error instanceof UnresolvedTarget) && !(error instanceof TargetUnreachable)) throw error;
      });
      return url.href;
    } catch (error) {
      throw error instanceof BadTarget ? invalid('unsafe_url', error.message) : error;
    }
  }
}
