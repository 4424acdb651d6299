/** Style sheets and pictures have no meaning in jsdom; a picture's address is its name. */
module.exports = { __esModule: true, default: 'asset' };
