import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { currentFeatures } from '#console/data/session/features.ts';
import { session } from '#console/data/session/session.ts';
import { FirstStepsPage } from '#console/sections/first-steps/first-steps-page.tsx';
import { FIRST_STEPS_PATH } from '#resources/protocol/first-steps/first-steps.ts';
import { FIRST_STEPS, type FirstStep } from '#resources/protocol/first-steps/first-steps-answers.ts';
import { signedIn } from '#tests/support/console/engine-stage.tsx';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const GET = `GET ${FIRST_STEPS_PATH}`;
const PUT = `PUT ${FIRST_STEPS_PATH}`;
const answer = (done: readonly FirstStep[], hidden = false) => ({
  company: 4,
  hidden,
  steps: FIRST_STEPS.map((name) => ({ name, count: done.includes(name) ? 2 : 0, done: done.includes(name) })),
});

function open(done: readonly FirstStep[], answers: Parameters<typeof signedIn>[1] = {}) {
  const server = signedIn('write', { [GET]: { json: answer(done) }, ...answers });
  session.features.set({ firstSteps: true, firstStepsLeft: true });
  renderOnStage(<FirstStepsPage />, '/first-steps');
  return server;
}
const steps = async () => within(await screen.findByRole('list')).findAllByRole('listitem');

describe('first steps', () => {
  test('say what is missing, and each leads to where it is made', async () => {
    open(['services']);
    const items = await steps();
    expect(items).toHaveLength(FIRST_STEPS.length);
    expect(screen.getByText('Сделано: 1 из 7')).toBeVisible();
    const ways = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(ways).toEqual([
      ['Заполнить данные', '/settings/edit-organisation?id=4'],
      ['К домам', '/settings/buildings'],
      ['К услугам', '/settings/services'],
      ['К организациям', '/settings/organisations'],
      ['Настроить показания', '/settings/meters-readings'],
      ['Пригласить сотрудника', '/settings/add-employee'],
    ]);
    expect(items[2]).toHaveTextContent('Услугиготово2 услуги');
    expect(items[1]).toHaveTextContent(/^Домане сделано/);
  });

  test('«ссылки вручную» is said by a button, where no gateway is set', async () => {
    const all = FIRST_STEPS.filter((name) => name !== 'sms');
    const server = open(all, { [PUT]: { json: answer([...FIRST_STEPS]) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Передаём ссылки вручную' }));
    await waitFor(() => expect(server.callsTo(PUT)[0]?.body).toEqual({ by_hand: true }));
    expect(await screen.findByText('Всё готово: компанию можно вести.')).toBeVisible();
    // The menu has no entry any more.
    await waitFor(() => expect(currentFeatures()).toMatchObject({ firstSteps: true, firstStepsLeft: false }));
  });

  test('are put away, and come back', async () => {
    const server = open([], { [PUT]: { json: answer([], true) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать из меню' }));
    expect(await said(/^Первые шаги убраны из меню/)).toBeVisible();
    expect(server.callsTo(PUT)[0]?.body).toEqual({ hidden: true });
    await waitFor(() => expect(currentFeatures()).toMatchObject({ firstStepsLeft: false }));
    server.answer(PUT, { json: answer([]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть в меню' }));
    await waitFor(() => expect(currentFeatures()).toMatchObject({ firstStepsLeft: true }));
  });

  test('on a server that does not tell of them there is no such page, and nothing is asked', async () => {
    const server = signedIn('write');
    session.features.set({});
    renderOnStage(<FirstStepsPage />, '/first-steps');
    await screen.findByRole('heading', { level: 1 });
    expect(server.callsTo(GET)).toEqual([]);
  });
});
