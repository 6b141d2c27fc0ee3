import { OnePerTurn } from './one-per-turn';

it('lets other work run between two pieces', async () => {
  const order: string[] = [];
  const turns = new OnePerTurn();
  const piece = async (name: string): Promise<void> => {
    await turns.begin();
    order.push(name);
    setImmediate(() => order.push(`other work after ${name}`));
  };
  await Promise.all([piece('the first'), piece('the second'), piece('the third')]);
  expect(order).toEqual([
    'the first',
    'other work after the first',
    'the second',
    'other work after the second',
    'the third',
  ]);
});
