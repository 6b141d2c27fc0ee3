import { Api } from '../../../testing/api';
import { dataOf } from '../../interface/answers';
import { type Book, deposit, newBook } from '../../interface/books';
import { type CreatedCustomer, customersOf, freshEmail, freshName, newCustomer } from '../../interface/customers';
import type { Product } from '../../interface/product';
import { done, type Key, newKey, revokeKey, type Tenant } from '../../interface/tenants';

const CODE = 'USED-SINCE';

/** What the product does before and after a backup is made, and what must hold when a part of the backup was put back. */
export class LaterChanges {
  private readonly email = freshEmail();
  private second: Book | undefined;
  private kyc = 'in_review';

  private constructor(
    private readonly tenant: Tenant,
    private readonly book: Book,
    private readonly customer: CreatedCustomer,
    private readonly key: Key,
  ) {}

  /** Call it before the backup is made. */
  static async prepare(product: Product, tenant: Tenant, book: Book): Promise<LaterChanges> {
    const customer = await newCustomer(tenant, { kyc_status: 'in_review' });
    return new LaterChanges(tenant, book, customer, await newKey(product, tenant.slug, ['read']));
  }

  async make(product: Product): Promise<void> {
    await this.changeKyc(product, 'rejected');
    await newCustomer(this.tenant, { email: this.email });
    expect(await this.openAccount()).toMatchObject({ status: 201 });
    this.second = await newBook(this.tenant);
    await done(this.tenant.api, this.tenant.path('/postings'), deposit(this.second));
    await revokeKey(product, this.tenant.slug, this.key.id);
  }

  /** The read side has all of it, whichever part of the backup was put back. */
  async areKnown(product: Product): Promise<void> {
    const revoked = new Api(product.baseUrl, this.key.api_key);
    expect(await revoked.get(this.tenant.path('/currencies'))).toMatchObject({ status: 401 });
    expect(await this.kycStatus()).toBe(this.kyc);
    expect(await this.takeEmail()).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    expect(await this.openAccount()).toMatchObject({ status: 400, body: { code: 'account_code_taken' } });
  }

  async canGoOn(product: Product): Promise<void> {
    await this.changeKyc(product, 'in_review');
    expect(await this.kycStatus()).toBe(this.kyc);
    await done(this.tenant.api, this.tenant.path('/postings'), deposit(this.second!));
  }

  /** The product rejects changes of what lacks events, and says why. */
  async cannotGoOn(product: Product): Promise<void> {
    expect(await this.askForKyc(product, 'approved')).toMatchObject({ status: 503, body: { code: 'events_missing' } });
    expect(await this.kycStatus()).toBe(this.kyc);
    for (const book of [this.book, this.second!]) {
      const answer = await this.tenant.api.post(this.tenant.path('/postings'), deposit(book));
      expect(answer).toMatchObject({ status: 503, body: { code: 'ledger_inconsistent' } });
    }
  }

  private async kycStatus(): Promise<string> {
    const path = `${customersOf(this.tenant)}/${this.customer.id}`;
    return dataOf<CreatedCustomer>(await this.tenant.api.get(path)).kyc_status;
  }
  private async changeKyc(product: Product, to: string): Promise<void> {
    expect(await this.askForKyc(product, to)).toMatchObject({ status: 200, body: { data: { kyc_status: to } } });
    this.kyc = to;
  }
  private askForKyc({ backOffice }: Product, to: string) {
    const path = `/tenants/${this.tenant.slug}/customers/${this.customer.id}/kyc-status`;
    return backOffice.put(path, { to, reason: 'a test' });
  }
  private takeEmail() {
    return this.tenant.api.post(customersOf(this.tenant), { email: this.email, full_name: freshName() });
  }
  private openAccount() {
    const account = { code: CODE, name: 'An account', account_type: 'asset' };
    return this.tenant.api.post(this.tenant.path(`/ledgers/${this.book.ledgerId}/accounts`), account);
  }
}
