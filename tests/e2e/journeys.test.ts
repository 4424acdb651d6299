// Runs first: it walks through every section, a minute and more.
import { describeJourneysOnTheBox } from '#tests/support/browser/journeys.ts';

describeJourneysOnTheBox();
