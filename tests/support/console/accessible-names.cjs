/** Names of elements with plain spaces, as browser tests compare them: a no-break space sounds the same. */
const real = require('../../../node_modules/dom-accessibility-api/dist/index.js');

const plain = (name) => name.replaceAll('\u00a0', ' ');

module.exports = {
  ...real,
  computeAccessibleName: (...args) => plain(real.computeAccessibleName(...args)),
  computeAccessibleDescription: (...args) => plain(real.computeAccessibleDescription(...args)),
};
