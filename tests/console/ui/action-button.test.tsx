import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const WHY = { title: 'Нет права «Камеры: добавление и редактирование»', line: 'Вам доступен просмотр' };
const SAID = `${WHY.title}. ${WHY.line}`;

describe('a button', () => {
  test('does its work once a click', async () => {
    const work = jest.fn();
    renderOnStage(<ActionButton onClick={work}>Сохранить</ActionButton>);
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(work).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button')).not.toHaveAttribute('aria-disabled');
  });

  test('PERM-07: without the right stays, greyed, says why, and does nothing', async () => {
    const work = jest.fn();
    const sent = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    renderOnStage(
      <form onSubmit={sent}>
        <ActionButton type="submit" refusal={WHY} onClick={work}>
          Сохранить
        </ActionButton>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Сохранить' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(SAID);
    await userEvent.click(button);
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(work).not.toHaveBeenCalled();
    expect(sent).not.toHaveBeenCalled();
  });

  test('PERM-07: the reason is shown to who points at it', async () => {
    renderOnStage(<ActionButton refusal={WHY}>Сохранить</ActionButton>);
    await userEvent.hover(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(WHY.title);
  });

  test('PERM-07: a link without the right leads nowhere and says why', async () => {
    renderOnStage(
      <ActionButton to="/create-camera-form" plus refusal={WHY}>
        Добавить камеру
      </ActionButton>,
    );
    const link = screen.getByRole('link', { name: 'Добавить камеру' });
    expect(link).toHaveAttribute('aria-disabled', 'true');
    expect(link).not.toHaveAttribute('href');
    expect(link).toHaveAccessibleDescription(SAID);
    await userEvent.click(link);
    expect(screen.getByTestId('address')).toHaveTextContent('/');
    link.focus();
    expect(link).toHaveFocus();
  });

  test('a link leads', async () => {
    renderOnStage(<ActionButton to="/create-camera-form">➕ Добавить камеру</ActionButton>);
    await userEvent.click(screen.getByRole('link', { name: 'Добавить камеру' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/create-camera-form');
  });

  test('is deaf while its work runs, and says that it runs', async () => {
    const work = jest.fn();
    renderOnStage(
      <ActionButton busy onClick={work}>
        Сохранить
      </ActionButton>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(work).not.toHaveBeenCalled();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  });

  test('that is not ready looks so and can be pressed all the same', async () => {
    const work = jest.fn();
    renderOnStage(
      <ActionButton unready onClick={work}>
        Заполните поля
      </ActionButton>,
    );
    const button = screen.getByRole('button', { name: 'Заполните поля' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
