const { lazyComputedStyle } = require('./style-rules.cjs');
const { TestEnvironment } = require('jest-environment-jsdom');

/**
 * jsdom with Node's own web platform: react-router needs Request and AbortSignal of one family, and
 * zod, polyglot and the data provider need the encoders and streams jsdom lacks. MessageChannel and
 * BroadcastChannel stay out on purpose: with Node's, jest never exits.
 */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
];

module.exports = class ConsoleEnvironment extends TestEnvironment {
  constructor(config, context) {
    const url = 'http://localhost:8080/';
    super({ ...config, projectConfig: withUrl(config.projectConfig, url) }, context);
  }

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    this.global.getComputedStyle = lazyComputedStyle(this.global.getComputedStyle);
  }
};

function withUrl(projectConfig, url) {
  return { ...projectConfig, testEnvironmentOptions: { ...projectConfig.testEnvironmentOptions, url } };
}
