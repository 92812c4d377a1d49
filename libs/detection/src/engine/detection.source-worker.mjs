// Starts the worker from its TypeScript sources, which happens in tests only: a build runs detection.worker.js.
import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';

const options = {
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
  module: { type: 'commonjs' },
};

Module._extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);

createRequire(import.meta.url)('./detection.worker.ts');
