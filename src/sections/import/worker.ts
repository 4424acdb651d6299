import '#i18n/import-texts.ts';
import { serveWorker } from '#console/engine/import/serve-worker.ts';
import { residentSession } from './resident-session.ts';

serveWorker(residentSession());
