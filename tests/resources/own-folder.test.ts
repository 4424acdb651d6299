import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const FILES = {
  // The parts of a widget are another matter: this is about which widgets are found.
  'src/engine/slots.ts': 'export const lazySlot = (load: () => Promise<unknown>) => load;',
  'resources/own/inspections/definition.ts': 'export default {};',
  'resources/own/inspections/days-left.tsx': "export default 'days left';",
  'resources/own/lifts/last-repair.tsx': "export default 'last repair';",
  'resources/own/lifts/parts/wheel.tsx': "export default 'none of its own';",
};

/** Vite's own code cannot live in jest's: it is asked in a process of its own. */
const ASK = `
import { createServer } from 'vite';
const [root] = process.argv.slice(1);
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '#console/engine/slots.tsx': root + '/src/engine/slots.ts' } },
});
const { OWN_SLOTS } = await vite.ssrLoadModule('/src/app/own-slots.ts');
const found = {};
for (const [name, load] of Object.entries(OWN_SLOTS)) found[name] = (await load()).default;
console.log(JSON.stringify(found));
await vite.close();
`;

test('every .tsx of a folder in resources/own is a widget by its own name, and nothing else is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'upravdom-own-'));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await mkdir(join(root, 'src/app'));
    await cp('src/app/own-slots.ts', join(root, 'src/app/own-slots.ts'));
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ASK, root]);
    expect(JSON.parse(stdout)).toEqual({ 'own-days-left': 'days left', 'own-last-repair': 'last repair' });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
