import { CAMERA_SCENES, renderCameraPage } from '#server/demo/camera-page.ts';

const NOON = new Date('2026-11-21T12:34:56Z');

test.each(CAMERA_SCENES)(
  'CAM-02: the picture of %s runs nothing, and what moves is in layers above it',
  async (name) => {
    const page = (await renderCameraPage(name, NOON, 'Europe/Moscow')) ?? '';
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
    // A change within the scene would have all of it painted anew, many times a second for every camera in sight.
    const [scene, ...layers] = page
      .slice(page.indexOf('<body>'))
      .split(/(?=<svg )/)
      .slice(1);
    expect(scene).not.toMatch(/animation|class="(?:go|fall|lit)"/);
    expect(layers.length).toBeGreaterThan(0);
    for (const layer of layers) expect(layer).toMatch(/^<svg class="layer (?:go|fall|lit)"/);
  },
);

test('CAM-02: what crosses the picture or falls moves a few times a second, the clock by whole numbers', async () => {
  for (const name of ['yard', 'winter-yard'] as const) {
    const page = (await renderCameraPage(name, NOON, 'Europe/Moscow')) ?? '';
    const moves = [...page.matchAll(/animation-duration:([\d.]+)s;animation-timing-function:steps\((\d+)\)/g)];
    expect(moves).toHaveLength(3);
    for (const [, seconds, steps] of moves) expect(Number(steps) / Number(seconds)).toBeLessThanOrEqual(12);
  }
  const page = await renderCameraPage('yard', NOON, 'Europe/Moscow');
  expect(page).toContain('21.11.2026');
  expect(page).toContain(
    '.s::after{animation-delay:-56s}.m::after{animation-delay:-2096s}.h::after{animation-delay:-56096s}',
  );
});

test('a camera that there is not has no page', async () => {
  expect(await renderCameraPage('constructor', NOON, 'Europe/Moscow')).toBeNull();
});
