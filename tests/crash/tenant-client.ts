import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { PostingView, TransactionView } from '@probity/contracts/ledger/views';
import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { type Answer, Api } from '../../testing/api';
import type { Demo } from '../../testing/standalone-process';

const PAGE = 100;

export interface PostingBody {
  ledger_id: string;
  currency: string;
  reference: string;
  idempotency_key: string;
  entries: { account_id: string; debit?: string; credit?: string }[];
}

/** The requests of these tests to the running product, all over HTTP. */
export class TenantClient {
  private readonly apis: Api[];
  private asked = 0;
  private readonly backOffice: BackOfficeClient;
  private readonly path: string;

  /** @param gateways addresses of several gateways to use in turn; default: the gateway of the demo */
  constructor(
    private readonly demo: Demo,
    gateways: string[] = [demo.base_url],
  ) {
    this.apis = gateways.map((url) => new Api(url, demo.api_key));
    this.backOffice = new BackOfficeClient(demo.back_office_url, demo.operator_token);
    this.path = `/tenants/${demo.tenant_slug}`;
  }

  private get api(): Api {
    return this.apis[this.asked++ % this.apis.length]!;
  }

  async createLedger(name: string): Promise<string> {
    return (await this.created('/ledgers', { name, currency: 'USD' })).data.id;
  }

  /** Opens an account and returns its id. */
  async openAccount(ledgerId: string, code: string, accountType: string): Promise<string> {
    return (await this.created(`/ledgers/${ledgerId}/accounts`, { code, name: code, account_type: accountType })).id;
  }

  /** Sends a posting. Rejects if no complete response arrives. */
  post(body: PostingBody): Promise<Answer> {
    return this.api.post(`${this.path}/postings`, body);
  }

  async posting(id: string): Promise<PostingView> {
    return await this.read<PostingView>(`/postings/${id}`);
  }

  /** Returns the transactions of a ledger after the position, in the order of the chain. */
  transactions(ledgerId: string, afterPosition = 0): Promise<TransactionView[]> {
    return this.all(`/ledgers/${ledgerId}/transactions`, afterPosition);
  }

  accounts(ledgerId: string): Promise<AccountBalanceView[]> {
    return this.all(`/ledgers/${ledgerId}/accounts`, 0);
  }

  /** Verifies a whole ledger and returns the final result. */
  async verification(ledgerId: string): Promise<LedgerVerification> {
    const path = `tenants/${this.demo.tenant_slug}/ledgers/${ledgerId}/verification`;
    let last: LedgerVerification | undefined;
    for await (const line of this.backOffice.postForLines<LedgerVerification>(path)) last = line;
    if (!last?.done) throw new Error(`the verification of ledger ${ledgerId} ended without a result`);
    return last;
  }

  /** Reads the signed head of a ledger, or of the log of the tenant. */
  async checkpoint(ledgerId?: string): Promise<string> {
    const path = ledgerId === undefined ? '/checkpoint' : `/ledgers/${ledgerId}/checkpoint`;
    return (await this.read<{ checkpoint: string }>(path)).checkpoint;
  }

  /** Returns whether the product reports that it is ready. */
  async isReady(): Promise<boolean> {
    return (await fetch(new URL('/health/ready', this.demo.base_url))).status === 200;
  }

  private async created(path: string, body: object): Promise<any> {
    const answer = await this.api.post(this.path + path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  private async read<Data>(path: string): Promise<Data> {
    const answer = await this.api.get(this.path + path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data as Data;
  }

  private async all<Item>(path: string, offset: number): Promise<Item[]> {
    const items: Item[] = [];
    for (;;) {
      const page = await this.read<Item[]>(`${path}?limit=${PAGE}&offset=${offset + items.length}`);
      items.push(...page);
      if (page.length < PAGE) return items;
    }
  }
}
