// Makes of a folder of pages a C++ source with their table, and one file with all their bytes that the assembler takes
// in: no compiler reads a megabyte of text, and what includes Beast is not compiled again when a page changes.
//   node embed_site.mjs FOLDER OUT.cpp OUT.bin
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { argv, exit } from 'node:process';
import { gzipSync } from 'node:zlib';

const [, , folder, source, binary] = argv;
if (!folder || !source || !binary) {
  console.error('usage: node embed_site.mjs FOLDER OUT.cpp OUT.bin');
  exit(2);
}
function files_in(at) {
  return readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? files_in(path) : [path];
  });
}

const parts = [];
let size = 0;
const add = (bytes) => {
  const at = size;
  parts.push(bytes);
  size += bytes.length;
  return `{bytes + ${at}, ${bytes.length}}`;
};
const rows = files_in(folder)
  .map((path) => [relative(folder, path).split(sep).join('/'), path])
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, path]) => {
    if (/[^\w./-]/.test(name)) {
      console.error(`embed_site: ${name}: only letters, digits, '.', '_' and '-' make an address`);
      exit(1);
    }
    const bytes = readFileSync(path);
    const gzip = gzipSync(bytes, { level: 9 });
    const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const shorter = gzip.length < bytes.length * 0.95;
    return `      {"${name}", ${add(bytes)}, ${shorter ? add(gzip) : '{}'}, "${etag}"},`;
  });
if (!rows.some((row) => row.includes('"index.html"'))) {
  console.error(`embed_site: ${folder} has no index.html`);
  exit(1);
}

const text = `// Made by cmake/embed_site.mjs from the pages of web/.
#include "server/embedded_site.h"

asm(".pushsection .rodata\\n"
    ".balign 16\\n"
    ".globl cardroom_site_bytes\\n"
    "cardroom_site_bytes:\\n"
    ".incbin \\"${resolve(binary)}\\"\\n"
    ".byte 0\\n"
    ".popsection\\n");
extern "C" const char cardroom_site_bytes[];

namespace cardroom::server {

std::span<const SiteFile> embedded_site() {
  const char* const bytes = cardroom_site_bytes;
  static const SiteFile files[] = {
${rows.join('\n')}
  };
  return files;
}

}  // namespace cardroom::server
`;
// Untouched where nothing changed, so that nothing is built anew.
const write = (file, content) => {
  if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(content))) writeFileSync(file, content);
};
write(binary, Buffer.concat(parts));
write(source, text);
