import { start } from './app/start.tsx';
import { breakOff } from './boot/break-off.ts';

const root = document.getElementById('root');
if (root) {
  start(root).catch((error: unknown) => {
    console.error(error);
    breakOff();
  });
}
