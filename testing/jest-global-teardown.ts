import './jest-global-setup';

export default async function teardown(): Promise<void> {
  await globalThis.testKafka?.stop();
  await globalThis.testPostgres?.stop();
}
