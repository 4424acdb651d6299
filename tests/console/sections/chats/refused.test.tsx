import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Composer } from '#console/sections/chats/composer.tsx';
import { PaneContext } from '#console/sections/chats/pane-context.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const conversation = { sendTyping: jest.fn(), send: jest.fn() };

function open(refusal: { title: string } | null) {
  renderOnStage(
    <PaneContext value={{ conversation, nameOf: () => '' } as never}>
      <Composer
        name="usr1"
        refusal={refusal}
        contact={null}
        reply={null}
        editedMessage={null}
        onDone={() => undefined}
      />
    </PaneContext>,
  );
  return {
    file: screen.getByLabelText<HTMLInputElement>('Прикрепить файл'),
    emoji: screen.getByRole('button', { name: 'Эмодзи' }),
    send: screen.getByRole('button', { name: 'Отправить' }),
    field: screen.getByRole('textbox', { name: 'Сообщение' }),
  };
}

test('PERM-07: where one may not write, files, emoji and sending stay, greyed, and say why when they are come to', async () => {
  const { file, emoji, send, field } = open({ title: 'Писать сюда нельзя' });
  const answers = screen.getByRole('button', { name: 'Быстрые ответы' });
  for (const control of [file, answers, field, emoji, send]) {
    expect(control).toHaveAttribute('aria-disabled', 'true');
    expect(control).toHaveAccessibleDescription('Писать сюда нельзя');
    await userEvent.tab();
    expect(control).toHaveFocus();
  }
  await userEvent.upload(file, new File(['x'], 'план.pdf', { type: 'application/pdf' }));
  expect(screen.queryByText('план.pdf')).toBeNull();
  await userEvent.click(emoji);
  expect(screen.queryByRole('button', { name: '👍' })).toBeNull();
  await userEvent.click(send);
  expect(conversation.send).not.toHaveBeenCalled();
});

test('PERM-07: where one may, nothing is greyed but the sending of nothing', async () => {
  const { file, emoji, field } = open(null);
  for (const control of [file, field, emoji]) expect(control).not.toHaveAttribute('aria-disabled', 'true');
  await userEvent.upload(file, new File(['x'], 'план.pdf', { type: 'application/pdf' }));
  expect(screen.getByText('план.pdf')).toBeInTheDocument();
});
