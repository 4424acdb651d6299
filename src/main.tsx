import { startConsole } from './app/start.tsx';
import { showLoadFailure } from './boot/load-failure.ts';

const root = document.getElementById('root');
if (root) {
  startConsole(root).catch((error: unknown) => {
    console.error(error);
    showLoadFailure();
  });
}
