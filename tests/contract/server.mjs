import http from 'node:http';
import { api, send } from './calls.mjs';
import { upgrade } from './complaints.mjs';
import { control } from './control.mjs';
import './routes/access.mjs';
import './routes/announcements.mjs';
import './routes/avatar.mjs';
import './routes/cameras.mjs';
import './routes/employees.mjs';
import './routes/import.mjs';
import './routes/readings.mjs';
import './routes/requests.mjs';
import './routes/residents.mjs';
import './routes/settings.mjs';
import { ROUTES } from './routes/route.mjs';
import { reset, state } from './state.mjs';

/** Every call that the documents know, with the specification item it stands for. */
export const routes = ROUTES.map(({ method, path, item }) => ({ method, path, item }));

/** A picture of one colour with a title in it, in place of an uploaded file. */
function picture(title) {
  let hue = 0;
  for (const letter of title) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">',
    `<rect width="640" height="400" fill="hsl(${hue},45%,60%)"/>`,
    `<text x="20" y="210" font-size="28" fill="#fff">${title.replace(/[<&]/g, '')}</text></svg>`,
  ].join('');
}

function media(req, res, path) {
  const time = new Date().toISOString();
  state.log.push({ n: ++state.n, time, method: req.method, url: path, path, media: true, status: 200, deviations: [] });
  if (path.startsWith('/media/file/'))
    return send(req, res, 200, 'содержимое файла', { 'content-type': 'text/plain; charset=utf-8' });
  if (path.endsWith('.mp4')) return send(req, res, 404, {});
  return send(req, res, 200, picture(path.slice(7)), { 'content-type': 'image/svg+xml' });
}

function answer(req, res) {
  const u = new URL(req.url, 'http://staging');
  const path = u.pathname;
  if (req.method === 'OPTIONS') return send(req, res, 204);
  if (path.startsWith('/__test/')) return control(req, res, u).catch((e) => send(req, res, 500, { error: e.message }));
  if (/^\/(api|ws)(\/|$)/.test(path)) return api(req, res, u);
  if (path.startsWith('/media/')) return media(req, res, path);
  return send(req, res, 404, { detail: 'Страница не найдена.' });
}

/**
 * Starts the server. Its data are those of the process: one at a time.
 * @param port 0 takes a free one
 */
export async function startContract(port = 0) {
  reset();
  const server = http.createServer(answer);
  server.on('upgrade', upgrade);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    vary: (change) => {
      state.vary = change;
    },
    stop: async () => {
      for (const { ws } of state.connections) ws.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
