import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { session } from '#console/data/session/session.ts';
import { DefinitionsPage } from '#console/sections/definitions/definitions-page.tsx';
import { MenuContext, useMenu } from '#console/shell/menu/menu-sections.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const LIST = 'GET /resources/definitions/';
const BROKEN = { file: 'keys.json', name: 'keys', title: 'Ключи', problems: ['fields.label: ошибка (строка 3)'] };
const MISFIT = { field: 'Гость', message: 'слишком мало', count: 3, ids: [1, 2, 3] };
const PENDING = { file: 'passes.json', name: 'passes', title: 'Пропуска', version: 'v2', misfits: [MISFIT] };
const FITS_NOT = 'записей, которые не подойдут: 3 (поле «Гость»: слишком мало; например, №№ 1, 2, 3)';

test('administrators see broken files and what does not fit, and apply a definition', async () => {
  session.token.set('stored');
  const server = serveAnswers({
    'GET /api/crm/buildings/': { json: [] },
    'GET /resources/definitions/files/': { json: { files: [], removed: [] } },
    [LIST]: { json: { definitions: [], problems: [BROKEN], pending: [PENDING] } },
    'POST /resources/definitions/apply/': { json: { applied: true } },
  });
  renderOnStage(<DefinitionsPage />);
  await screen.findByText('fields.label: ошибка (строка 3)');
  await screen.findByText(FITS_NOT);
  server.answer(LIST, { json: { definitions: [], problems: [], pending: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Применить' }));
  await screen.findByText('Все файлы в порядке');
  expect(server.callsTo('POST /resources/definitions/apply/')[0]?.body).toEqual({ name: 'passes', version: 'v2' });
});

test('the menu has the page only while something is wrong', async () => {
  const Entries = () => <p>{useMenu().map(({ label }) => label)}</p>;
  renderOnStage(
    <MenuContext value={[{ path: '/definitions', label: 'Описания', icon: 'description', troubled: true }]}>
      <Entries />
    </MenuContext>,
  );
  expect(screen.queryByText('Описания')).toBeNull();
  act(() => definitionTrouble.set([BROKEN], 1));
  await screen.findByText('Описания');
  act(() => definitionTrouble.set([], 0));
  expect(screen.queryByText('Описания')).toBeNull();
});
