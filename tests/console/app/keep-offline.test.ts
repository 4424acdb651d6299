import { registerServiceWorker } from '#console/app/background.tsx';

const register = jest.fn();

/** A page of a build, or of the sources as they are. */
function servePage(entry: string): void {
  document.body.innerHTML = `<script type="application/json" id="built">${JSON.stringify({ entry })}</script>`;
}
function stub(name: 'serviceWorker' | 'connection', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

beforeEach(() => {
  register.mockReset().mockResolvedValue({});
  stub('serviceWorker', { register });
  stub('connection', undefined);
});
afterAll(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'connection');
});

test('a build is kept by the worker at the root', async () => {
  servePage('/assets/console-1.js');
  await registerServiceWorker();
  expect(register.mock.calls).toEqual([['/service-worker.js']]);
});

test.each([
  ['sources as they are', '/src/main.tsx', false],
  ['what is built, where data are saved', '/assets/console-1.js', true],
])('%s are not kept', async (_what, entry, saveData) => {
  servePage(entry);
  stub('connection', { saveData });
  await registerServiceWorker();
  expect(register).not.toHaveBeenCalled();
});

test('a browser that refuses is not told of', async () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  servePage('/assets/console-1.js');
  register.mockRejectedValue(new Error('private'));
  await registerServiceWorker();
  expect(info).toHaveBeenCalledTimes(1);
  info.mockRestore();
});
