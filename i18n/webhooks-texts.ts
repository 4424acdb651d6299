import { addTexts } from './console-text.ts';
import { webhooks } from './ru/webhooks.ts';

/** The texts of the card of a webhook: imported by it. */
addTexts({ webhooks });
