import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ChatReplier, ChatUpload, chatOf, chatSocket } from '#tests/support/console/chat-server.ts';
import { bubbleOf, chatAnswers, field, openChats, published } from '#tests/support/console/chat-stage.tsx';

const TICK = /Отправлено|Доставлено|Прочитано/;

test('CHAT-26: what is written before the chat has signed in is one’s own from the first to the last, files too', async () => {
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
  const file = new File(['x'], 'смета.pdf', { type: 'application/pdf' });
  await userEvent.upload(screen.getByLabelText('Прикрепить файл'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(() => expect(chatSocket().of('login')).toHaveLength(1));
  expect(published()).toEqual([]);
  // Nobody's file would be refused for good.
  expect(ChatUpload.begun).toEqual([]);
  act(() => letIn());
  await waitFor(() => expect(published()).toMatchObject([{ content: 'Рано утром' }]));
  await waitFor(() => within(bubbleOf('Рано утром')).getByRole('img', { name: TICK }));
  expect(bubbleOf('Рано утром').className).toMatch(/right/);
  await waitFor(() => expect(ChatUpload.begun).toHaveLength(1));
  ChatUpload.begun[0]?.answer(200, '/v0/file/s/estimate.pdf');
  await waitFor(() => expect(published()).toHaveLength(2));
  await waitFor(() => within(bubbleOf('смета.pdf')).getByRole('img', { name: TICK }));
  expect(bubbleOf('смета.pdf').className).toMatch(/right/);
});
