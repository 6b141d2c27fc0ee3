import { Undo } from './undo';

describe('undo', () => {
  it('undoes started steps in reverse when a later step fails', async () => {
    const undone: string[] = [];
    const failing = Undo.onFailure(async (undo) => {
      undo.later(async () => void undone.push('first'));
      undo.later(async () => void undone.push('second'));
      await Promise.reject(new Error('the third step'));
    });
    await expect(failing).rejects.toThrow('the third step');
    expect(undone).toEqual(['second', 'first']);
  });

  it('runs every undo step once, also when one fails', async () => {
    const undone: string[] = [];
    const undo = new Undo();
    undo.later(async () => void undone.push('first'));
    undo.later(() => Promise.reject(new Error('cannot be undone')));
    await expect(undo.all()).rejects.toThrow('cannot be undone');
    await undo.all();
    expect(undone).toEqual(['first']);
  });

  it('reports why the start failed, not why the undo failed', async () => {
    const failing = Undo.onFailure(async (undo) => {
      undo.later(() => Promise.reject(new Error('undoing')));
      await Promise.reject(new Error('starting'));
    });
    await expect(failing).rejects.toThrow('starting');
  });
});
