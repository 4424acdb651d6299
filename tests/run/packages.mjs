import { check } from './steps.mjs';

/** Installs the packages when there are none or the lockfile is another one. @returns {Promise<boolean>} whether they are there */
export function ensurePackages() {
  return check('packages', async () => {
    const { installMissing } = await import('../../server/start/install.mjs');
    installMissing();
  });
}
