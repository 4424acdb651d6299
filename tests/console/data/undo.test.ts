import { act, renderHook } from '@testing-library/react';
import { offerUndo, runUndo, useUndoOffer, withdrawUndo } from '#console/data/undo.ts';

const nothing = async () => undefined;

describe('what can be taken back', () => {
  test('of one kind is the last thing alone, and what was offered before it of others stays', async () => {
    const deletion = offerUndo({ sentence: 'Объявление удалено', undo: nothing });
    offerUndo({ sentence: 'Заявка отменена', undo: nothing, kind: 'move' });
    const last = offerUndo({ sentence: 'Заявка выполнена', undo: nothing, kind: 'move' });
    const { result } = renderHook(useUndoOffer);
    expect(result.current?.sentence).toBe('Заявка выполнена');
    act(() => withdrawUndo(last));
    expect(result.current?.sentence).toBe('Объявление удалено');
    act(() => withdrawUndo(deletion));
    expect(result.current).toBeNull();
  });

  test('is taken back once, however often that is asked for', async () => {
    const undo = jest.fn(nothing);
    const key = offerUndo({ sentence: 'Объявление удалено', undo });
    await Promise.all([runUndo(key), runUndo(key)]);
    await runUndo(key);
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
