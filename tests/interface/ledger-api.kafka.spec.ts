import { accounts } from './accounts.suite';
import { hashChain } from './hash-chain.suite';
import { idempotency } from './idempotency.suite';
import { ledgers } from './ledgers.suite';
import { lists } from './lists.suite';
import { postings } from './postings.suite';
import { onEachProfile } from './product';

// What the ledger part of the interface does when it is asked rightly.
onEachProfile((product) => {
  describe('currencies and ledgers', () => ledgers(product));
  describe('accounts', () => accounts(product));
  describe('postings', () => postings(product));
  describe('idempotency', () => idempotency(product));
  describe('hash chain', () => hashChain(product));
  describe('lists', () => lists(product));
});
