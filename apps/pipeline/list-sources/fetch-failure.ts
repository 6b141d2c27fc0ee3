import { Refusal } from '@probity/platform/errors';
import { BrokenFile, NotThisFormat } from '@probity/watchlists/importer';
import { BadTarget } from '@probity/targets/bad-target';
import { UnresolvedTarget } from '@probity/targets/resolve-target';
import { TargetUnreachable } from '@probity/targets/target-unreachable';

/**
 * Why a fetch of a list failed. Staff read the message, so it names hosts, and no whole address: the query of an address
 * may hold a token.
 */
export class FetchFailure extends Error {
  constructor(
    /** a stable word for programs; docs/guides/import-watchlists.md lists them */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FetchFailure';
  }
}

/** The process ends; another one continues the fetch. */
export class PipelineStopping extends Error {
  constructor() {
    super('the pipeline is stopping');
    this.name = 'PipelineStopping';
  }
}

/** The claim of the list ended, so another process may fetch it. */
export class ClaimLost extends FetchFailure {
  constructor() {
    super('claim_lost', 'another process may fetch the list');
    this.name = 'ClaimLost';
  }
}

const SILENT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_ABORTED', 'Z_BUF_ERROR']);
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Translates an error of a transfer from a host.
 *
 * @param host of the address at which it happened
 */
export function transferFailure(error: unknown, host: string): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const cause = { cause: error };
  if (error instanceof BadTarget) {
    return new FetchFailure('unsafe_target', `the address at ${host} is not allowed: ${error.message}`, cause);
  }
  if (error instanceof TargetUnreachable && error.reason === 'timed_out') {
    return new FetchFailure('timeout', `${host} did not accept the connection in time`, cause);
  }
  if (error instanceof UnresolvedTarget || error instanceof TargetUnreachable) {
    return new FetchFailure('unreachable', `${host} cannot be reached: ${error.message}`, cause);
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (SILENT.has(code)) return new FetchFailure('timeout', `${host} sent nothing for too long`, cause);
  if (CLOSED.has(code)) {
    return new FetchFailure('truncated', `${host} closed the connection before the end of the file`, cause);
  }
  if (FULL.has(code)) return noRoom(cause);
  if (code.startsWith('Z_')) {
    return new FetchFailure('bad_encoding', `${host} sent a file that is not compressed as its header says`, cause);
  }
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR_')) {
    return new FetchFailure('bad_response', `the response of ${host} is not valid HTTP`, cause);
  }
  return new FetchFailure('failed', `the transfer from ${host} failed; the log of the pipeline says why`, cause);
}

/** Translates an error of any other step of a fetch. */
export function fetchFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const cause = { cause: error };
  if (error instanceof NotThisFormat) return new FetchFailure('not_this_format', error.message, cause);
  if (error instanceof BrokenFile) return new FetchFailure('broken_file', error.message, cause);
  if (error instanceof Refusal) return new FetchFailure(error.code, error.message, cause);
  if (FULL.has((error as NodeJS.ErrnoException).code ?? '')) return noRoom(cause);
  return new FetchFailure('failed', 'the fetch failed; the log of the pipeline says why', cause);
}

const noRoom = (cause: ErrorOptions): FetchFailure =>
  new FetchFailure('no_space', 'the temporary folder of the pipeline has no room for the files', cause);
