/** Stands in for the package `object.entries`, which node-polyglot asks for, in the browser's bundle. */
module.exports = Object.entries;
