import type { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import type { RiskViews } from '@probity/read-side/customers/risk-view';
import type { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { RiskController } from './risk.controller';
import { settled } from './settled';

jest.mock('./settled');

const waiting = jest.mocked(settled);

describe('reading a risk view', () => {
  const of = jest.fn();
  const controller = new RiskController(
    { customer: () => Promise.resolve({}) } as unknown as CustomerQueries,
    { of } as unknown as RiskViews,
    {} as EventQueries,
  );
  const read = () => controller.view('tenant', 'customer');
  beforeEach(() => {
    of.mockReset();
    waiting.mockReset();
  });

  it('begins when all events of the customer are processed', async () => {
    let processed!: (pending: number) => void;
    waiting.mockReturnValue(new Promise((resolve) => (processed = resolve)));
    of.mockResolvedValue({ generated_at: 'now' });
    const view = read();
    await new Promise(setImmediate);
    expect(of).not.toHaveBeenCalled();
    processed(0);
    expect(await view).toEqual({ generated_at: 'now' });
  });

  it('returns 503, not an old view, when events are still in processing after five seconds', async () => {
    waiting.mockResolvedValue(3);
    await expect(read()).rejects.toMatchObject({
      httpStatus: 503,
      code: 'risk_view_behind',
      message: expect.stringMatching(/3 events .* still in processing after 5 s/),
    });
    expect(waiting).toHaveBeenCalledWith(expect.any(Function), 5_000);
    expect(of).not.toHaveBeenCalled();
  });

  it('returns 404 for a customer that the tenant does not have', async () => {
    waiting.mockResolvedValue(0);
    of.mockResolvedValue(undefined);
    await expect(read()).rejects.toMatchObject({ httpStatus: 404 });
  });
});
