import { addTexts } from './console-text.ts';
import { webhookCard } from './ru/webhook-card.ts';

/** The texts of the card of a webhook: imported by it. */
addTexts({ webhookCard });
