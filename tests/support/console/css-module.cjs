/** A CSS module whose every class is called by its own name. */
module.exports = new Proxy(
  { __esModule: true },
  { get: (own, name) => (name in own ? own[name] : name === 'default' ? module.exports : String(name)) },
);
