import type { FastifyReply } from 'fastify';
import { postTransaction, readReceipt } from '@probity/contracts/ledger/commands';
import type { CommandBus } from '@probity/messaging/command-bus';
import { Refusal } from '@probity/platform/errors';
import type { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import type { PostTransactionBody } from './posting.dto';
import { PostingsController } from './postings.controller';

const body = { ledger_id: 'L', currency: 'USD', entries: [] } as unknown as PostTransactionBody;
const posting = { transaction: { id: 'T', ledger_id: 'l' }, entries: [] };
const reply = {} as FastifyReply;

describe('a posting whose receipt is wanted', () => {
  it.each([
    ['not signed in time', new Refusal('overloaded', 'not_signed_yet', 'retry')],
    ['unknown, because the ledger did not reply', new Refusal('outcome_unknown', 'outcome_unknown', 'no reply')],
    ['broken', new Error('the command failed')],
  ])('is made, and says where to read the receipt, when that is %s', async (_, failure) => {
    const sent: unknown[] = [];
    const send = (command: unknown): Promise<unknown> => {
      sent.push(command);
      return command === postTransaction ? Promise.resolve({ posting, replayed: false }) : Promise.reject(failure);
    };
    const controller = new PostingsController({ send } as unknown as CommandBus, {} as LedgerQueries);
    expect(await controller.post('t', 'bank', { include: 'receipt' }, body, undefined, reply)).toEqual({
      ...posting,
      receipt: null,
      receipt_path: '/tenants/bank/postings/T/receipt',
    });
    expect(sent).toEqual([postTransaction, readReceipt]);
    expect(await controller.post('t', 'bank', {}, body, undefined, reply)).toEqual(posting);
    expect(sent).toHaveLength(3);
  });
});
