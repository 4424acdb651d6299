import '#i18n/import-texts.ts';
import '#i18n/record-import-texts.ts';
import { serveWorker } from '../serve-worker.ts';
import { recordSession } from './record-session.ts';

serveWorker(recordSession());
