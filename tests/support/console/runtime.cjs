const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Compiled modules of this process by their path, with the source each was compiled from. */
const compiled = new Map();
/** Transformed modules of this process by their path. Files do not change while tests run. */
const transformed = new Map();
/** A process runs one test file at a time; a compiled module outlives the file that loaded it first. */
let current;

/**
 * Jest's modules for the tests of the console. Each test file still runs all of its modules itself, in a world of its own, but a
 * process transforms and compiles each module once for all of its files: react-admin and MUI are 2,000 of them, 0.6 s a file.
 */
class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    current = this;
    const { executor, transformCache } = this;
    const compileAlone = executor.compile.bind(executor);
    const transform = transformCache.transform.bind(transformCache);

    executor.compile = (source, path) => {
      const context = executor.environment.getVmContext();
      if (!context) return null;
      let module = compiled.get(path);
      if (module?.source !== source) {
        const script = compile(source, path, executor.injectedModuleParameters);
        // Jest explains what it cannot parse.
        if (!script) return compileAlone(source, path);
        module = { source, script };
        compiled.set(path, module);
      }
      return module.script.runInContext(context);
    };

    transformCache.transform = (path, options) => {
      if (options?.isInternalModule) return transform(path, options);
      const module = transformed.get(path);
      if (!module) {
        const code = transform(path, options);
        transformed.set(path, transformCache.transforms.get(path));
        return code;
      }
      transformCache.transforms.set(path, module);
      if (module.sourceMapPath) transformCache.sourceMaps.set(path, module.sourceMapPath);
      return module.code;
    };
  }
}

/** @returns {Script | null} a script whose value is the module as a function of `parameters`; null when it cannot be parsed */
function compile(source, path, parameters) {
  try {
    return new Script(`(function (${parameters}) {${source}\n})`, {
      filename: path,
      importModuleDynamically: (specifier, _script, attributes) => {
        const { executor } = current;
        return executor.dynamicImport(specifier, path, executor.environment.getVmContext(), attributes);
      },
    });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

module.exports = { __esModule: true, default: Runtime };
