import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ChatReplier, chatOf, chatSocket } from '#tests/support/console/chat-server.ts';
import { bubbleOf, chatAnswers, field, openChats, published } from '#tests/support/console/chat-stage.tsx';

test('CHAT-26: what is written before the chat has signed in is one’s own from the first to the last', async () => {
  chatAnswers();
  const world = chatOf();
  let letIn = (): void => undefined;
  const answer: ChatReplier = (kind, body) => {
    if (kind !== 'login') return world(kind, body);
    letIn = () => {
      for (const frame of world(kind, body)) chatSocket().say(frame);
    };
    return [];
  };
  await openChats(answer);
  await userEvent.type(field(), 'Рано утром');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(() => expect(chatSocket().of('login')).toHaveLength(1));
  expect(published()).toEqual([]);
  act(() => letIn());
  await waitFor(() => expect(published()).toMatchObject([{ content: 'Рано утром' }]));
  await waitFor(() => within(bubbleOf('Рано утром')).getByRole('img', { name: /Отправлено|Доставлено|Прочитано/ }));
  expect(bubbleOf('Рано утром').className).toMatch(/right/);
});
