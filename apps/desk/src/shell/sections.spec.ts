import { groupsOf, SECTIONS, sectionsOf } from './sections';

const labels = (permissions: string[], tenant?: string) =>
  groupsOf(sectionsOf((name) => permissions.includes(name), tenant)).map(({ group, sections }) => [
    group,
    sections.map(({ label }) => label),
  ]);

describe('the navigation', () => {
  it('has a key of its own for each section', () => {
    expect(new Set(SECTIONS.map(({ keys }) => keys)).size).toBe(SECTIONS.length);
  });

  it('shows only the groups with a section that the person may open', () => {
    expect(labels(['read_configuration', 'read_webhooks'], 'bank')).toEqual([
      ['Monitoring', ['Rules', 'Lists']],
      ['Administration', ['Webhooks', 'Settings']],
    ]);
  });

  it('has only the sections of the installation where there is no tenant', () => {
    expect(labels(['read_configuration', 'read_platform_notices'])).toEqual([['Administration', ['Operations']]]);
  });
});
