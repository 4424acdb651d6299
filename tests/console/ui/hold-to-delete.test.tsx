import { act, fireEvent, screen } from '@testing-library/react';
import { HoldToDelete } from '#console/ui/dialogs/hold-to-delete.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { MS } from '#resources/limits.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const remove = jest.fn<Promise<void>, []>();
let user: ReturnType<typeof stopClock>;

beforeEach(() => {
  user = stopClock();
  remove.mockReset().mockResolvedValue(undefined);
});
afterEach(() => jest.useRealTimers());

/** Opens a row menu with the item in it. */
async function open(refusal: { title: string } | null = null) {
  renderOnStage(
    <RowMenu label="Действия: Двор">
      <HoldToDelete what="камеру" onDelete={remove} refusal={refusal} />
    </RowMenu>,
  );
  await user.click(screen.getByRole('button', { name: 'Действия: Двор' }));
  return screen.getByRole('menuitem');
}

// jsdom has no PointerEvent of its own.
const press = (item: HTMLElement, button = 0) =>
  fireEvent(item, new MouseEvent('pointerdown', { bubbles: true, button }));
/** Lets the pointer go, with the click that a browser makes of it. */
function letGo(item: HTMLElement) {
  fireEvent.pointerUp(item);
  fireEvent.click(item);
}
const said = () => document.body.querySelector('body > [role="status"]');

describe('«Удалить» that must be held', () => {
  test('CONST-03: is the second item for the arrow key, for the first has the focus as the menu opens', async () => {
    renderOnStage(
      <RowMenu label="Действия: Двор">
        <RowMenuItem onClick={jest.fn()}>Редактировать</RowMenuItem>
        <HoldToDelete what="камеру" onDelete={remove} />
      </RowMenu>,
    );
    screen.getByRole('button', { name: 'Действия: Двор' }).focus();
    await user.keyboard('{Enter}');
    const [first, second] = screen.getAllByRole('menuitem');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await user.keyboard('{ >}');
    await pass(1_600);
    await user.keyboard('{/ }');
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test('CONST-03: 1.0 s deletes nothing', async () => {
    const item = await open();
    press(item);
    await pass(1_000);
    expect(item).toHaveTextContent('Удерживайте...');
    letGo(item);
    await pass(5_000);
    expect(remove).not.toHaveBeenCalled();
    expect(item).toHaveTextContent('Удалить');
    expect(said()).toHaveTextContent('Отменено');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('CONST-03: 1.6 s deletes, once, and closes the menu', async () => {
    const item = await open();
    press(item);
    await pass(1_600);
    letGo(item);
    await pass(500);
    expect(remove).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(said()).toHaveTextContent('Удалено');
  });

  test('CONST-03: the bound is 1500 ms', async () => {
    expect(MS.hold).toBe(1_500);
    press(await open());
    await pass(1_499);
    expect(remove).not.toHaveBeenCalled();
    await pass(1);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test('after a press that ended elsewhere a bare click, as voice control makes it, asks as before', async () => {
    const item = await open();
    press(item);
    fireEvent.pointerLeave(item);
    fireEvent.pointerUp(document.body);
    await pass(10);
    fireEvent.click(item);
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    expect(remove).not.toHaveBeenCalled();
  });

  test('CONST-03: leaving the item gives it up, and so does another button than the main one', async () => {
    const item = await open();
    press(item);
    await pass(1_400);
    fireEvent.pointerLeave(item);
    await pass(1_000);
    press(item, 2);
    await pass(2_000);
    expect(remove).not.toHaveBeenCalled();
  });

  test.each([' ', 'Enter'])('CONST-03: by keyboard, the key %j is held as long', async (key) => {
    const item = await open();
    fireEvent.keyDown(item, { key });
    await pass(1_000);
    fireEvent.keyUp(item, { key });
    await pass(1_000);
    expect(remove).not.toHaveBeenCalled();
    fireEvent.keyDown(item, { key });
    await pass(800);
    fireEvent.keyDown(item, { key, repeat: true });
    await pass(800);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test('Escape gives it up and leaves the menu open', async () => {
    const item = await open();
    fireEvent.keyDown(item, { key: ' ' });
    await pass(1_000);
    fireEvent.keyDown(item, { key: 'Escape' });
    await pass(2_000);
    expect(remove).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeVisible();
  });

  test('a bare click, as voice control makes it, asks instead', async () => {
    const item = await open();
    await act(async () => void fireEvent.click(item));
    await pass(500);
    expect(remove).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog', { name: 'Удалить камеру?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    await pass(500);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(remove).not.toHaveBeenCalled();
  });

  test('and deletes when the answer is yes', async () => {
    const item = await open();
    await act(async () => void fireEvent.click(item));
    await pass(500);
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    await pass(500);
    expect(remove).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('a failed deletion leaves the menu open, and may be tried again', async () => {
    remove.mockRejectedValueOnce(new Error('offline'));
    const item = await open();
    press(item);
    await pass(1_600);
    letGo(item);
    expect(screen.getByRole('menu')).toBeVisible();
    expect(item).toHaveTextContent('Удалить');
    press(item);
    await pass(1_600);
    expect(remove).toHaveBeenCalledTimes(2);
  });

  test('PERM-07: without the right it stays, greyed with the reason, and no hold deletes', async () => {
    const item = await open({ title: 'Себя удалить нельзя' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription('Себя удалить нельзя');
    press(item);
    await pass(3_000);
    letGo(item);
    expect(remove).not.toHaveBeenCalled();
  });
});
