import { register } from 'tsx/esm/api';

/** Plain Node runs TypeScript from here on; in each worker of the tests, whose threads know no `--import`. */
register();
