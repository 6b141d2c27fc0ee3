import type { TenantView } from '@probity/contracts/tenants/views';
import { data, refused } from '../../../testing/test-office';
import { at, office, sent } from '../testing/office-of-tenant';
import { ScreeningMeasurementController } from './screening-measurement.controller';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const measure = (body: object) => office.post(at('/screening-measurement'), body);

describe('a measurement of screening', () => {
  it('measures the settings of today without a proposal, and changes nothing', async () => {
    expect(data(await measure({}))).toMatchObject({
      threshold: 0.7,
      thresholds: [],
      weights: {},
      measured: 0,
      total: { confirmed: 0, false: 0, saved: 0, lost: 0, precision: null, proposed_precision: null },
      notes: expect.arrayContaining([expect.stringContaining('probity rescreenings start --preview --threshold')]),
    });
    expect(sent).toEqual([]);
  });

  it('measures a proposal', async () => {
    const proposal = {
      threshold: 0.8,
      thresholds: [{ list: 'tenant', kind: 'person', threshold: 0.9 }],
      weights: { other_country: -0.2 },
    };
    expect(data(await measure(proposal))).toMatchObject(proposal);
  });

  it('runs once at a time for a tenant', async () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const controller = new ScreeningMeasurementController({ measure: () => ended } as never);
    const [one, two] = ['one', 'two'].map((id) => ({ id }) as TenantView);
    const first = controller.measure(one!, {});
    await expect(controller.measure(one!, {})).rejects.toThrow('a measurement of the tenant is running');
    const ofAnother = controller.measure(two!, {});
    end();
    await Promise.all([first, ofAnother]);
    await controller.measure(one!, {});
  });

  it.each<[object, RegExp]>([
    [{ threshold: 0.4 }, /^threshold must be a number from 0\.5 to 1$/],
    [{ threshold: '0.8' }, /^threshold must be a number/],
    [
      { thresholds: [{ kind: 'ship', threshold: 0.9 }] },
      /^thresholds\[0\]\.kind must be person, company, other, or null/,
    ],
    [{ weights: [] }, /^weights must be an object, such as /],
    [{ weights: { constructor: 1 } }, /^weights\.constructor is not a weight; the weights are same_day, /],
    [{ weights: { same_day: 2 } }, /^weights\.same_day must be a number from -1 to 1$/],
    [{ treshold: 0.8 }, /treshold/],
  ])('rejects %j', async (body, message) => {
    refused(await measure(body), 400, message);
  });
});
