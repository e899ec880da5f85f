// Bundles the tests (and later the pages) into the folder given, or dist.
import { build } from 'esbuild';
import { argv } from 'node:process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const into = argv[2] ?? join(here, 'dist');
await build({
  absWorkingDir: here,
  entryPoints: ['test/conformance.ts', 'test/schema.ts'],
  outdir: join(into, 'test'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  sourcemap: 'inline',
  // ws is CommonJS and asks for Node's own modules by require.
  banner: { js: "import { createRequire as make_require } from 'node:module'; const require = make_require(import.meta.url);" },
  logLevel: 'warning',
});
