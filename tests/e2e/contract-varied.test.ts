// Runs in test:all alone: the journeys of contract-plain.test.ts once more, on answers of other shapes.
import { describeJourneys } from '#tests/support/browser/journeys.ts';
import { SHAPE_SETS } from '#tests/support/browser/shape-sets.ts';
import { walkOrder, walkRequestList, walkRequests } from '#tests/support/browser/walk-requests.ts';
import { walkChats } from '#tests/support/browser/walk-sections.ts';

describeJourneys(
  { how: 'in pages under data, with texts for numbers and flat targets', shapes: SHAPE_SETS.varied },
  // Nothing else asks for requests or for previews of complaints.
  {
    how: 'with ids for targets',
    shapes: SHAPE_SETS.ids,
    walks: [walkRequests, walkOrder, walkRequestList, walkChats],
  },
);
