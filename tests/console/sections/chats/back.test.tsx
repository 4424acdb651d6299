import '#tests/support/console/phone.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chatOf, DARIA } from '#tests/support/console/chat-server.ts';
import { chatAnswers, field, openChats } from '#tests/support/console/chat-stage.tsx';

const world = chatOf();
const address = () => screen.getByTestId('address').textContent;
const list = () => screen.findByRole('complementary', { name: 'Собеседники' });
const arrow = async () => userEvent.click(await screen.findByRole('button', { name: 'К списку чатов' }));

describe('on a phone the arrow over a chat leads to the list', () => {
  test('CHAT-28: and the browser’s way back does not open again what was closed', async () => {
    chatAnswers();
    const { router } = await openChats(world, '/chats');
    await list();
    await userEvent.click(await screen.findByRole('button', { name: /Дарья Калинина/ }));
    await waitFor(() => expect(field()).toBeVisible());
    expect(screen.queryByRole('tablist', { name: 'Чаты' })).toBeNull();
    await arrow();
    await list();
    expect(address()).toBe('/chats');
    await act(() => router.navigate(1));
    await waitFor(() => expect(field()).toBeVisible());
    await arrow();
    await list();
    expect(address()).toBe('/chats');
  });

  test('CHAT-28: also out of a chat that a link has opened', async () => {
    chatAnswers();
    const { router } = await openChats(world, '/chats');
    await list();
    await act(() => router.navigate(`/chats?tab=resident&chat_id=${DARIA}&message=60`));
    await waitFor(() => expect(field()).toBeVisible());
    await arrow();
    await list();
    expect(address()).toBe('/chats?tab=resident');
    await act(() => router.navigate(-1));
    expect(address()).toBe('/chats');
  });

  test('CHAT-28: pressed twice before the page has followed it goes back once', async () => {
    chatAnswers();
    const { router } = await openChats(world, '/chats');
    await list();
    await act(() => router.navigate('/chats?tab=resident'));
    await userEvent.click(await screen.findByRole('button', { name: /Дарья Калинина/ }));
    const back = await screen.findByRole('button', { name: 'К списку чатов' });
    act(() => {
      back.click();
      back.click();
    });
    await list();
    expect(address()).toBe('/chats?tab=resident');
  });
});
