// Bundles into the folder given, or dist: site/ (the pages) and test/ (the tests of the protocol).
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
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

// Pages that only say what they will be.
const style = 'body { font-family: sans-serif; margin: 3rem auto; max-width: 40rem; line-height: 1.5 }\n';
const style_file = `assets/plain-${createHash('sha256').update(style).digest('hex').slice(0, 8)}.css`;
const pages = {
  index: 'Tables, displays and staff programs speak to this game manager by its protocol.',
  table: "The dealer's keypad.",
  display: 'The meters.',
  shuffler: 'The shuffler.',
  console: 'The console for staff.',
  practice: 'The practice table.',
  math: 'The math lab.',
};
mkdirSync(join(into, 'site/assets'), { recursive: true });
writeFileSync(join(into, 'site', style_file), style);
for (const [page, says] of Object.entries(pages))
  writeFileSync(
    join(into, 'site', `${page}.html`),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cardroom</title>
<link rel="stylesheet" href="/${style_file}">
</head>
<body>
<h1>Cardroom</h1>
<p>${says}</p>
</body>
</html>
`,
  );
