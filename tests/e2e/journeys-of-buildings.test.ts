// Runs first: it walks through many sections, a minute and more.
import { describeJourneysOnTheBox, JOURNEYS_OF_BUILDINGS } from '#tests/support/browser/journeys.ts';

describeJourneysOnTheBox(JOURNEYS_OF_BUILDINGS);
