import { join } from 'node:path';
import { CommandLine } from './command-line';
import { home, probity, written, newTenant } from './testing/compliance-staff';

/** Changes of the scoring model, and the scoring of names. */
export function scoringModel(): void {
  it('change the scoring model, and reassess all customers with a separate command', async () => {
    const { of, createCustomer } = await newTenant('weighed');
    for (let index = 0; index < 3; index++) {
      await createCustomer({ email: `w${index}@example.org`, customer_type: 'individual', full_name: `W ${index}` });
    }
    const { items: before } = await probity.json('customers', 'list', ...of);
    expect(before).toHaveLength(3);

    const bands = written('bands.json', JSON.stringify({ scoring: { bands: { medium: 1, high: 2, critical: 800 } } }));
    const refused = await probity.refusal(
      'settings',
      'set',
      ...of,
      written('bad.json', '{"scoring": {"bands": {"medium": 700}}}'),
      '--reason',
      'r',
    );
    expect(refused).toMatchObject({ code: 'invalid_settings', message: expect.stringMatching(/^scoring\.bands: /) });
    const said = await probity.text('settings', 'set', ...of, bands, '--reason', 'stricter');
    expect(said).toContain('probity customers reassess --tenant weighed');
    expect((await probity.json('customers', 'list', ...of)).items).toEqual(before);

    const outcome = await probity.json('customers', 'reassess', ...of, '--reason', 'stricter bands');
    expect(outcome).toEqual({ done: true, customers: 3, rating_changed: 3, failed: 0, failures: [] });
    expect((await probity.json('customers', 'list', ...of, '--risk', 'high')).items).toHaveLength(3);
    const { items: history } = await probity.json('customers', 'history', ...of, before[0].id);
    expect(history.at(-1)).toMatchObject({
      trigger_type: 'model_change',
      reason: expect.stringContaining('stricter bands'),
    });

    const shown = written('shown.json', JSON.stringify(await probity.json('settings', 'show', ...of)));
    await probity.text('settings', 'set', ...of, written('other.json', '{"scoring": null}'), '--reason', 'back');
    expect(await probity.refusal('settings', 'set', ...of, shown, '--reason', 'r')).toMatchObject({
      code: 'settings_changed',
    });
    expect(await probity.text('settings', 'history', ...of)).toMatch(
      /\n +2 +\S+Z +operator token +back\n +1 +\S+Z +operator token +stricter\n$/,
    );
  });

  it('compare names without a back office', async () => {
    const nowhere = new CommandLine({ PROBITY_DATA_DIR: join(home, 'nowhere') });
    const lines = [
      { schema: 'Person', name1: 'Vladimir Putin', name2: 'Путин, Владимир' },
      'no JSON',
      { schema: 'Company', name1: 'Example Trading GmbH', name2: 'Another Bakery Ltd' },
    ];
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const { code, stdout, stderr } = await nowhere.run(['screening', 'score'], input);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^probity: line 2 of stdin: the line is not valid JSON/);
    const [alike, different] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(alike).toMatchObject({ ...(lines[0] as object), features: expect.any(Object) });
    expect(alike.score).toBeGreaterThan(0.9);
    expect(different.score).toBeLessThan(0.5);
  });
}
