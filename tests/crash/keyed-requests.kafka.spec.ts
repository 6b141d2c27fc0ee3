import { Api } from '../../testing/api';
import { Deployment } from '../../testing/deployment/deployment';
import { EventStoreStandIn } from '../../testing/deployment/event-store-stand-in';
import { describeWithKafka } from '../../testing/kafka-suite';
import { createTestDatabase } from '../../testing/test-database';
import { keyedRequestsUnderKills } from './keyed-requests.suite';

describeWithKafka('requests with an Idempotency-Key under SIGKILL, in separate services', (kafka) => {
  keyedRequestsUnderKills(async () => {
    const database = await createTestDatabase();
    const store = await EventStoreStandIn.start();
    const deployment = await Deployment.start({
      brokers: kafka().brokers,
      databaseUrl: database.url,
      eventStoreUrl: store.url,
      gateways: 2,
    });
    const { backOfficeUrl, operatorToken, gateways } = deployment;
    let turn = 0;
    const backOffice = new Api(backOfficeUrl, operatorToken);
    return {
      product: () => {
        const baseUrl = `${gateways[turn++ % gateways.length]!.url}/api/v1`; // each request uses the other gateway
        return { baseUrl, backOfficeUrl, operatorToken, backOffice };
      },
      databaseUrl: () => database.url,
      eventStoreUrl: store.url,
      restart: async () => {
        const services = deployment.processes.filter(({ app }) => app !== 'relay');
        await Promise.all(services.map((service) => service.kill()));
        await Promise.all(services.map((service) => service.start()));
      },
      stop: async () => {
        await deployment.stop();
        await store.stop();
        await database.drop();
      },
    };
  });
});
