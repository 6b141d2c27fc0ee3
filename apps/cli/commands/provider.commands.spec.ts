import type { ProviderSignalView } from '@probity/contracts/providers/views';
import { SIGNAL_COLUMNS } from './provider.commands';

describe('the list of signals', () => {
  it('shows the status by which it is filtered, and the reason', () => {
    const row = { status: 'unresolved', reason: 'no_customer' } as ProviderSignalView;
    const shown = SIGNAL_COLUMNS.map(({ title, value }) => [title, value(row)]);
    expect(shown).toContainEqual(['STATUS', 'unresolved']);
    expect(shown).toContainEqual(['REASON', 'no_customer']);
  });
});
