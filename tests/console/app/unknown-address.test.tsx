import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExtraDefinitions } from '#console/app/extra-definitions.ts';
import { UnknownAddress } from '#console/app/unknown-address.tsx';
import { handleNoAnswer, onNetworkReturn } from '#console/data/http/online.ts';
import { network } from '#tests/support/console/network.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

afterEach(() => network(true));

/** The known added sections, as the test sets them. */
function sections() {
  let hearing: ReturnType<ExtraDefinitions['loadState']> = 'asking';
  const listeners = new Set<() => void>();
  const extra: ExtraDefinitions = {
    current: () => [],
    loadState: () => hearing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    firstLoad: Promise.resolve([]),
  };
  const become = (next: typeof hearing) =>
    act(() => {
      hearing = next;
      for (const listener of [...listeners]) listener();
    });
  return { extra, become };
}
const again = () => screen.queryByRole('button', { name: 'Повторить' });

describe('an address that may be of an added section', () => {
  test('SHELL-03: without a network nobody can say so; the button keeps the focus while it is asked once more', async () => {
    const { extra, become } = sections();
    // As the console does.
    const stop = onNetworkReturn(() => become('asking'));
    renderOnStage(<UnknownAddress extra={extra} />, '/keys');
    expect(again()).toBeNull();
    network(false);
    become('unheard');
    act(() => again()?.focus());
    expect(screen.getByText('Нет связи с сервером')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(extra.loadState()).toBe('asking');
    expect(again()).toHaveFocus();
    act(handleNoAnswer);
    become('unheard');
    expect(again()).toHaveFocus();
    stop();
  });

  test('SHELL-03: is no page when the server knows of none, or fails', async () => {
    const { extra, become } = sections();
    const { container } = renderOnStage(<UnknownAddress extra={extra} />, '/keys');
    become('unheard');
    // Its picture is a file of its own.
    await waitFor(() => expect(container.querySelector('main svg')).toBeVisible());
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Страница не найдена');
    expect(again()).toBeNull();
  });
});
