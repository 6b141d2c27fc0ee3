import { rmSync } from 'node:fs';
import { Api } from '../harness/api';
import { StandaloneProcess } from '../harness/standalone-process';
import { temporaryFolder } from '../harness/test-postgres';

/** The product under test, seen from outside. */
export interface Product {
  /** `{base_url}` of the interface, ends in /api/v1 */
  baseUrl: string;
  backOfficeUrl: string;
  /** the back office, with the operator's token */
  backOffice: Api;
  operatorToken: string;
  /** the process, when the tests started it; undefined for a deployment that somebody else runs */
  process?: StandaloneProcess;
}

const GIVEN = {
  baseUrl: process.env.PROBITY_TEST_BASE_URL,
  backOfficeUrl: process.env.PROBITY_TEST_BACK_OFFICE_URL,
  operatorToken: process.env.PROBITY_TEST_OPERATOR_TOKEN,
};

/** Whether the tests run against a deployment that the environment names. */
const isGiven = Object.values(GIVEN).some((value) => value !== undefined && value !== '');

/** For what can be seen of, or done to, a product of our own only: its output, a rebuild, broken bytes. */
export const itOnOurOwn = isGiven ? it.skip : it;

/**
 * Gives the tests of a file a running product: the deployment that PROBITY_TEST_BASE_URL,
 * PROBITY_TEST_BACK_OFFICE_URL and PROBITY_TEST_OPERATOR_TOKEN name, or else one of its own, started
 * from dist/ before the first test and gone without a trace after the last. Call it at the top of a
 * file; what it answers can be called in hooks and tests.
 */
export function runningProduct(): () => Product {
  let product: Product | undefined;
  let folder: string | undefined;

  beforeAll(async () => {
    if (isGiven) {
      product = given();
      return;
    }
    folder = temporaryFolder('probity-interface-');
    const process = await StandaloneProcess.start(folder);
    const { base_url, back_office_url, operator_token } = process.demo;
    product = productAt(base_url, back_office_url, operator_token, process);
  });

  afterAll(async () => {
    await product?.process?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  return () => {
    if (!product) throw new Error('the product runs in hooks and tests only');
    return product;
  };
}

function given(): Product {
  const { baseUrl, backOfficeUrl, operatorToken } = GIVEN;
  if (!baseUrl || !backOfficeUrl || !operatorToken) {
    throw new Error(
      'set all of PROBITY_TEST_BASE_URL, PROBITY_TEST_BACK_OFFICE_URL and PROBITY_TEST_OPERATOR_TOKEN, or none of them',
    );
  }
  return productAt(baseUrl.replace(/\/+$/, ''), backOfficeUrl.replace(/\/+$/, ''), operatorToken);
}

function productAt(
  baseUrl: string,
  backOfficeUrl: string,
  operatorToken: string,
  process?: StandaloneProcess,
): Product {
  return { baseUrl, backOfficeUrl, operatorToken, backOffice: new Api(backOfficeUrl, operatorToken), process };
}
