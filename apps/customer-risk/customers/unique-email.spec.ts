import { randomUUID } from 'node:crypto';
import { createCustomer } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { customerStream } from '@probity/contracts/customers/events';
import { aProfile } from '../testing/examples';
import { faults, service, request, refusalOf, withEmail, eventTypes, ageClaims } from './testing/creations';

describe('an e-mail address', () => {
  it.each(['Grace@Example.COM', ' grace@example.com ', 'GRACE@EXAMPLE.COM'])(
    'is in use without regard to case: %s',
    async (email) => {
      if ((await withEmail('grace@example.com')).length === 0) await service.create({ email: 'grace@example.com' });
      const refusal = await refusalOf(service.create({ email }));
      expect(refusal).toMatchObject({ kind: 'invalid', code: 'email_taken' });
      expect(refusal.message).toMatch(/^email ".*" is already used/);
      expect(await withEmail(email)).toHaveLength(1);
    },
  );

  it('is compared without regard to case in other scripts, too', async () => {
    await service.create({ email: 'ЖАННА@пример.рф' });
    await expect(refusalOf(service.create({ email: 'жанна@ПРИМЕР.рф' }))).resolves.toMatchObject({
      code: 'email_taken',
    });
  });

  it.each([
    ['a decomposed letter', 'andr\u00e9@example.com', 'andre\u0301@example.com'],
    ['an invisible character', 'irene@example.com', 'ire\u200bne@example.com'],
    ['full-width letters', 'yuki@example.com', '\uff59\uff55\uff4b\uff49@example.com'],
    ['the ASCII form of the domain', 'jo@b\u00fccher.example', 'jo@xn--bcher-kva.example'],
  ])('is in use also with %s', async (_case, first, second) => {
    await service.create({ email: first });
    await expect(refusalOf(service.create({ email: second }))).resolves.toMatchObject({ code: 'email_taken' });
  });

  it('may be used by another tenant', async () => {
    const { email } = await service.create();
    await expect(service.create({ email }, { tenant_id: randomUUID() })).resolves.toMatchObject({ email });
  });

  it('belongs to one customer when several are created with it at once, in several instances', async () => {
    const other = await service.anotherInstance();
    for (let round = 0; round < 5; round++) {
      const email = `race-${round}@example.com`;
      const outcomes = await Promise.allSettled(
        [service.commands, other, service.commands, other].map((bus, n) =>
          bus.send(createCustomer, request({ profile: aProfile({ email: n % 2 ? email.toUpperCase() : email }) })),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ kind: 'invalid', code: 'email_taken' });
      }
      expect(await withEmail(email)).toHaveLength(1);
    }
  });

  it('is free again when the first creation with it fails while another one waits', async () => {
    const [one, two] = [request(), request()];
    two.profile = one.profile;
    let second: Promise<unknown> | undefined;
    service.screen = async ({ customer_id }) => {
      if (customer_id !== one.customer_id) return [];
      await new Promise<void>((claimed) => {
        // The other command finds the customer with the address.
        faults.onRead = (stream) => stream === customerStream(one.customer_id) && claimed();
        second = service.commands.send(createCustomer, two);
      });
      throw new Error('gone');
    };
    await expect(refusalOf(service.commands.send(createCustomer, one))).resolves.toMatchObject({
      code: 'screening_unavailable',
    });
    await expect(second).resolves.toMatchObject({ id: two.customer_id });
  });

  describe('of a creation that a crash interrupted between claim and append', () => {
    let dead: RequestOf<typeof createCustomer>;
    beforeEach(async () => {
      dead = request();
      faults.dieBefore = (stream) => stream === customerStream(dead.customer_id);
      await expect(refusalOf(service.commands.send(createCustomer, dead))).resolves.toMatchObject({
        kind: 'outcome_unknown',
      });
      faults.clear();
    });

    it('is used by the same command when it is delivered again', async () => {
      await expect(service.commands.send(createCustomer, dead)).resolves.toMatchObject({ id: dead.customer_id });
      await expect(refusalOf(service.create({ email: dead.profile.email }))).resolves.toMatchObject({
        code: 'email_taken',
      });
    });

    it('is not free immediately: the creation may still continue', async () => {
      const refusal = await refusalOf(service.create({ email: dead.profile.email }));
      expect(refusal).toMatchObject({ kind: 'overloaded', code: 'email_pending' });
      expect(await withEmail(dead.profile.email)).toEqual([]);
    });

    it('is free after a minute, and then the first creation is too late', async () => {
      await ageClaims();
      const { id } = await service.create({ email: dead.profile.email });
      await expect(refusalOf(service.commands.send(createCustomer, dead))).resolves.toMatchObject({
        code: 'email_taken',
      });
      expect(await withEmail(dead.profile.email)).toMatchObject([{ id }]);
    });

    it('belongs to one customer when the first creation continues while another takes the address over', async () => {
      await ageClaims();
      const outcomes = await Promise.allSettled([
        service.commands.send(createCustomer, dead),
        service.create({ email: dead.profile.email }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await withEmail(dead.profile.email)).toHaveLength(1);
    });
  });

  it('is no longer available to a creation that paused for a minute before its append', async () => {
    const slow = request();
    let successor: Promise<unknown> | undefined;
    faults.dieBefore = async (stream) => {
      if (stream !== customerStream(slow.customer_id) || successor) return false;
      await ageClaims();
      successor = service.create({ email: slow.profile.email });
      await successor;
      return false;
    };
    await expect(refusalOf(service.commands.send(createCustomer, slow))).resolves.toMatchObject({
      code: 'email_taken',
    });
    await expect(successor).resolves.toMatchObject({ email: slow.profile.email });
    expect(await eventTypes(slow.customer_id)).toEqual([]);
  });
});
