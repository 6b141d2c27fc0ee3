import { Undo } from './undo';

describe('undo', () => {
  it('takes back in reverse what was started, when a later step fails', async () => {
    const undone: string[] = [];
    const failing = Undo.onFailure(async (undo) => {
      undo.later(async () => void undone.push('first'));
      undo.later(async () => void undone.push('second'));
      await Promise.reject(new Error('the third step'));
    });
    await expect(failing).rejects.toThrow('the third step');
    expect(undone).toEqual(['second', 'first']);
  });

  it('takes every step, also when one fails, and each once', async () => {
    const undone: string[] = [];
    const undo = new Undo();
    undo.later(async () => void undone.push('first'));
    undo.later(() => Promise.reject(new Error('cannot be undone')));
    await expect(undo.all()).rejects.toThrow('cannot be undone');
    await undo.all();
    expect(undone).toEqual(['first']);
  });

  it('tells why the start failed, not why the undoing did', async () => {
    const failing = Undo.onFailure(async (undo) => {
      undo.later(() => Promise.reject(new Error('undoing')));
      await Promise.reject(new Error('starting'));
    });
    await expect(failing).rejects.toThrow('starting');
  });
});
