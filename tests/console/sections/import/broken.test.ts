import type { ImportSession } from '#console/engine/import/import-session.ts';
import type { Patch, TaskName, Tasks } from '#console/engine/import/worker-messages.ts';
import { createResidentSession } from '#console/sections/import/resident-session.ts';
import type { ResidentShapes } from '#console/sections/import/resident-shapes.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { CONVERT, LIST, row, SUBMIT, signedInToImport } from '#tests/support/console/imports.tsx';

const OURS = '+79160000001';
const cellsOf = (label: string, phone_number: string) => ({
  label,
  last_name: 'Лапина',
  first_name: 'Вера',
  phone_number,
});

/** A list that was checked: a row with an error, then two sound ones. */
async function checkedSession() {
  const rows = [
    row(2, { id: null, label: '901', phone_number: '+79160000009', errors: ['UNAVAILABLE_UNIT'] }),
    row(3, { label: '48', phone_number: OURS }),
    row(4, { label: '49', phone_number: '+79160000002' }),
  ];
  const server = signedInToImport(rows);
  const session = createResidentSession();
  const run = <Name extends TaskName>(task: Name, ask: Tasks<ResidentShapes>[Name]['ask']) =>
    session.run(
      { id: 1, task, ask } as Parameters<ImportSession<ResidentShapes>['run']>[0],
      () => undefined,
    ) as Promise<Tasks<ResidentShapes>[Name]['answer']>;
  await run('open', { file: new Blob([LIST]) });
  await run('check', { building: 3, fileName: 'a.csv', token: null, sent: [] });
  return { server, run };
}

const places = ({ correct, wrong }: Patch<ImportRow>) => ({ correct: [...correct], wrong: [...wrong] });
const sentRows = (body: unknown) =>
  (JSON.parse(String((body as FormData).get('convert_residents_result'))) as ImportRow[]).map(
    ({ row: number, phone_number }) => `${number} ${phone_number}`,
  );

it('IMPORT-12 IMPORT-19 after a submission that broke off its rows stay as they were sent: what is mended cannot take their phone', async () => {
  const { server, run } = await checkedSession();
  server.answer(SUBMIT, { status: 503, json: {} });
  await expect(run('submit', { token: null })).rejects.toMatchObject({ failure: { status: 503 } });

  // It stands above the row whose phone it repeats, which may be a resident's by now.
  const mended = await run('mend', { at: 0, cells: cellsOf('48', OURS) });
  expect(places(mended)).toEqual({ correct: [1, 2], wrong: [0] });
  expect(mended.rows).toMatchObject([[0, { errors: ['ALREADY_EXIST_PHONE'] }]]);
  // What is on its way is not changed under it, nor by what the server says of it meanwhile.
  expect(places(await run('mend', { at: 1, cells: cellsOf('49', '+79160000007') }))).toEqual(places(mended));
  server.answer(CONVERT, { json: [row(2, { phone_number: OURS, errors: ['ALREADY_EXIST_PHONE'] })] });
  const asked = { ...cellsOf('48', OURS), last_name: 'Калинина-3', first_name: 'Дарья' };
  expect(await run('confirm', { at: 1, cells: asked, token: null })).toBeNull();

  server.answer(SUBMIT, {
    json: {
      params: {
        created: 1,
        rows: [
          { row: 3, user: 31, errors: [] },
          { row: 4, user: null, errors: ['UNAVAILABLE_UNIT'] },
        ],
      },
    },
  });
  const { patch, created } = await run('submit', { token: null });
  expect(created).toBe(1);
  const [first, second] = server.callsTo(SUBMIT);
  expect(sentRows(second?.body)).toEqual([`3 ${OURS}`, '4 +79160000002']);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(places(patch)).toEqual({ correct: [], wrong: [0, 2] });

  // The phone is a resident's now; what the server has refused can be mended and is sent as it is.
  const still = await run('mend', { at: 0, cells: cellsOf('49', OURS) });
  expect(still.rows).toMatchObject([[0, { errors: ['ALREADY_EXIST_PHONE'] }]]);
  expect(places(await run('mend', { at: 2, cells: cellsOf('48', '+79160000002') }))).toEqual({
    correct: [2],
    wrong: [0],
  });
  server.answer(SUBMIT, { json: { params: { created: 1, rows: [{ row: 4, user: 32, errors: [] }] } } });
  await run('submit', { token: null });
  const third = server.callsTo(SUBMIT)[2];
  expect(sentRows(third?.body)).toEqual(['4 +79160000002']);
  expect(third?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
});
