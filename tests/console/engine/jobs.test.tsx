import { screen, waitFor } from '@testing-library/react';
import { session } from '#console/data/session/session.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { getPointer } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { buildingWith } from '#tests/support/console/buildings.ts';
import { HOUSES, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { ENTRANCE } from '#tests/support/console/news.ts';
import { JOB_CASES, type JobPlaces } from '#tests/support/job-records.ts';
import { JOBS, jobSection } from '#tests/support/job-sections.ts';

const PLACES: JobPlaces = {
  building: 3,
  flats: [8, 8, 8],
  employee: 9,
  resident: 10,
  parking: 11,
  today: '2026-03-05',
};

/** A record as the server shows it: what is pointed at with its name. */
function shownRecord(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const withName = (id: unknown) => (typeof id === 'number' ? { id, label: `Имя ${id}` } : id);
  const shown = Object.entries(resource.fields).map(([name, field]) => {
    const wire = wireName(name, field);
    const value = values[wire] ?? null;
    const to = getPointer(field)?.to;
    if (to === 'files') return [wire, []];
    if (to !== 'unit' && to !== 'records') return [wire, value];
    return [wire, Array.isArray(value) ? value.map(withName) : withName(value)];
  });
  return { ...Object.fromEntries(shown), id: 1, record_version: 'a', record_author: 1, is_all_buildings: true };
}

function serve(resource: Resource, record: object) {
  const { name, list } = resource;
  const url = `/api/records/${name}`;
  const group = list.group === undefined ? null : Reflect.get(record, list.group);
  const server = signedIn('write', {
    [`GET ${url}`]: { json: [record], headers: { 'content-range': `${name} 0-0/1` } },
    [`GET ${url}/1`]: { json: record },
    [`GET ${url}/1/history/`]: { json: { results: [], before: null } },
    [`GET ${url}/1/comments/`]: { json: { results: [], before: null, follows: false } },
    [`GET ${url}/totals/`]: { json: { count: 1, totals: {} } },
    [`GET ${url}/groups/`]: { json: { groups: [{ value: group, count: 1, totals: {} }], isWhole: true } },
    ...Object.fromEntries(
      Object.entries(resource.fields).map(([field, one]) => [
        `GET ${url}/references/${wireName(field, one)}/`,
        { json: [9, 10, 11].map((id) => ({ id, label: `Имя ${id}` })) },
      ]),
    ),
    'GET /api/crm/buildings/3/': { json: buildingWith(HOUSES[0], { porches: [{ id: 51, number: 1 }] }) },
    'GET /api/crm/porches/51/': { json: ENTRANCE },
  });
  session.permissions.set({ [name]: 'write', employees: 'read', residents: 'read', 'parking-places': 'read' });
  return server;
}

/** Names that stand on the keys of every keyboard. */
const KEYBOARD = ['Enter', 'Escape', 'Page', 'Down'];

/** Texts that no page of a Russian console has: keys of texts, values of code, words of a template that was not filled in. */
const leftovers = (values: unknown): string[] => {
  const own = new Set([...KEYBOARD, ...(JSON.stringify(values).match(/[a-z]{4,}/gi) ?? [])]);
  const page = document.body.textContent ?? '';
  return (page.match(/%\{|\[object|\bNaN\b|\b(?:ra|resources|validation|kinds)\.\w+|[a-z]{4,}/gi) ?? []).filter(
    (word) => !own.has(word),
  );
};

describe.each(JOBS)('the section %s', (name) => {
  const resource = jobSection(name);
  const values = JOB_CASES[name].record(PLACES, 1);
  const record = shownRecord(resource, values);
  const title = String(record[resource.card?.title ?? ''] ?? '');
  const labels = (names: readonly string[]) => names.flatMap((field) => resource.fields[field]?.label ?? []);

  test('shows its list with the card of a record', async () => {
    serve(resource, record);
    openSection(resource, `/${name}?id=1`);
    const card = await screen.findByRole('complementary');
    const [heading] = resource.card?.fields.length
      ? labels(resource.card.fields.filter((one) => record[one] !== null))
      : [];
    await waitFor(() => expect(card).toHaveTextContent(heading ?? title));
    expect((await screen.findAllByRole('link', { name: /^Добавить/ }))[0]).toBeVisible();
    expect(leftovers(values)).toEqual([]);
  });

  test('asks in its form for every field of it', async () => {
    serve(resource, record);
    openSection(resource, `/${name}/edit?id=1`);
    await screen.findByRole('button', { name: 'Сохранить изменения' });
    const [first] = formSections(resource);
    for (const label of labels(first?.fields ?? [])) await screen.findAllByText(label, { exact: false });
    expect(leftovers(values)).toEqual([]);
  });
});
