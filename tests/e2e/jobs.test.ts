// Runs in test:all alone: fourteen sections of everyday jobs in a browser; server and component tests have their rules.
import { currentDate } from '#resources/clock.ts';
import { ALL, openAnew, picture } from '#tests/support/browser/looking.ts';
import { sticksOut } from '#tests/support/browser/overflow.ts';
import { raiseStage, seriousFindings } from '#tests/support/browser/stage.ts';
import { JOB_CASES, type JobPlaces } from '#tests/support/job-records.ts';
import { JOBS, jobFiles, jobSection } from '#tests/support/job-sections.ts';

const stage = raiseStage({ definitions: jobFiles() });

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${stage.product.address}${path}`, { headers, ...sent });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

type Named = { id: number };
beforeAll(async () => {
  const [house] = await call<Named[]>('/api/crm/buildings/');
  const { porches } = await call<{ porches: Named[] }>(`/api/crm/buildings/${house?.id}/`);
  const { units } = await call<{ units: { unit_type: string; object: Named }[] }>(
    `/api/crm/porches/${porches[0]?.id}/`,
  );
  const flats = units.flatMap(({ unit_type, object }) => (unit_type === 'flat' ? object.id : []));
  const { user } = await call<{ user: number }>('/api/crm/profile/current/');
  const [resident] = await call<Named[]>('/api/records/parking-places/references/resident/?q=');
  let places: JobPlaces = {
    building: house?.id ?? 0,
    flats: flats.slice(0, 3),
    employee: user,
    resident: resident?.id ?? 0,
    parking: 0,
    today: currentDate().toISOString().slice(0, 10),
  };
  for (const name of JOBS) {
    for (const n of [1, 2, 3]) {
      const { id } = await call<Named>(`/api/records/${name}`, JOB_CASES[name].record(places, n));
      if (name === 'parking-places') places = { ...places, parking: id };
    }
  }
});

const ROOMS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

test.each(JOBS)(
  '%s: its list with a card, and its form, stand in their place on a screen and on a phone',
  async (name) => {
    const visitor = await stage.visitor({ as: 1, browser: { viewport: ROOMS[0], reducedMotion: 'reduce' } });
    const { page } = visitor;
    const days = jobSection(name).list.layout === 'calendar' ? '&day=2036-01-11' : '';
    const flaws: string[] = [];
    for (const path of [`/${name}?${days}`, `/${name}?id=${await first(name)}${days}`, `/${name}/create`]) {
      await openAnew(visitor, path);
      for (const room of ROOMS) {
        await page.setViewportSize(room);
        await page.locator('h1:visible').first().waitFor();
        flaws.push(...(await page.evaluate(sticksOut)).map((flaw) => `${path}, ${room.width}: ${flaw}`));
        if (ALL) await picture(visitor, `jobs ${path} ${room.width}`);
      }
      flaws.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
      await page.setViewportSize(ROOMS[0]);
    }
    expect(flaws).toEqual([]);
  },
);

const first = async (name: string) => (await call<Named[]>(`/api/records/${name}?sort=["id","ASC"]`))[0]?.id;
