import '#i18n/import-texts.ts';
import { serveWorker } from '#console/engine/import/serve-worker.ts';
import { createResidentSession } from './resident-session.ts';

serveWorker(createResidentSession());
