import { Api } from '../../testing/api';
import { Installation } from './installation';
import { keyedRequestsUnderKills } from './keyed-requests.suite';

describe('requests with an Idempotency-Key under SIGKILL, in one process', () => {
  keyedRequestsUnderKills(async () => {
    const installation = await Installation.create();
    return {
      product: () => {
        const { base_url: baseUrl, back_office_url: backOfficeUrl, operator_token } = installation.product.demo;
        const backOffice = new Api(backOfficeUrl, operator_token);
        return { baseUrl, backOfficeUrl, operatorToken: operator_token, backOffice };
      },
      databaseUrl: () => installation.databaseUrl,
      restart: async () => {
        await installation.product.kill();
        await installation.start();
      },
      stop: () => installation.remove(),
    };
  });
});
