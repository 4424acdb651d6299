import { describeJourneysOnTheBox } from '#tests/support/browser/journeys.ts';

describeJourneysOnTheBox();
