// Bundles the pages into DIR/site, or with --tests the programs that test them into DIR/test.
//   node build.mjs [--tests] [DIR]        DIR is dist where it is left out
// A folder src/pages/NAME with page.json and main.tsx is a page: nothing else names it.
import { build } from 'esbuild';
import { argv } from 'node:process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [first, ...others] = argv.slice(2).filter((word) => word !== '--tests');
if (others.length > 0) throw new Error('usage: node build.mjs [--tests] [DIR]');
const into = first ?? join(here, 'dist');
const site = join(into, 'site');

async function bundle_tests() {
  await build({
    absWorkingDir: here,
    entryPoints: ['test/conformance.ts', 'test/schema.ts', 'test/format.ts', 'test/rolling.ts', 'test/wins.ts', 'test/owed.ts', 'test/live_channel.ts'],
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
}

async function read_pages() {
  const names = (await readdir(join(here, 'src/pages'))).sort();
  return Promise.all(names.map(async (name) => ({ name, ...JSON.parse(await readFile(join(here, 'src/pages', name, 'page.json'), 'utf8')) })));
}

async function bundle_pages(pages) {
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: Object.fromEntries(pages.map(({ name }) => [name, `src/pages/${name}/main.tsx`])),
    outdir: site,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/part-[hash]',
    assetNames: 'assets/[name]-[hash]',
    publicPath: '/',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file', '.svg': 'file' },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile.outputs;
}

const from_site = (path) => '/' + path.slice(path.lastIndexOf('assets/'));

// The parts that a script imports at once, itself not among them.
function parts_of(outputs, path, found = new Set()) {
  for (const { path: part, kind } of outputs[path].imports)
    if (kind === 'import-statement' && outputs[part] && !found.has(part)) {
      found.add(part);
      parts_of(outputs, part, found);
    }
  return found;
}

function html_of(page, outputs, icon) {
  const script = Object.keys(outputs).find((path) => outputs[path].entryPoint === `src/pages/${page.name}/main.tsx`);
  const style = outputs[script].cssBundle;
  const fonts = Object.keys(outputs).filter((path) => /inter-latin-(400|600)-normal.*\.woff2$/.test(path));
  const lines = [
    '<!doctype html>',
    `<html lang="en" data-theme="${page.theme}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${page.title}</title>`,
    `<meta name="description" content="${page.description}">`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...fonts.map((font) => `<link rel="preload" href="${from_site(font)}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${from_site(style)}">`,
    ...[...parts_of(outputs, script)].map((part) => `<link rel="modulepreload" href="${from_site(part)}">`),
    `<script type="module" src="${from_site(script)}"></script>`,
    `<body><div id="page"></div><noscript>${page.title} needs JavaScript.</noscript></body>`,
    '</html>',
  ];
  return lines.join('\n') + '\n';
}

async function bundle_site() {
  await rm(site, { recursive: true, force: true });
  const pages = await read_pages();
  const outputs = await bundle_pages(pages);
  await mkdir(site, { recursive: true });
  const icon = from_site(Object.keys(outputs).find((path) => basename(path).startsWith('mark-') && path.endsWith('.svg')));
  for (const page of pages) await writeFile(join(site, page.file), html_of(page, outputs, icon));
}

await (argv.includes('--tests') ? bundle_tests() : bundle_site());
