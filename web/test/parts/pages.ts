// The pages as files: who gets them, how a browser may keep them, what they may load.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import * as http from 'node:http';
import { test } from 'node:test';
import type { Floor } from '../floor';

// The site was built beside these tests.
const site = join(dirname(fileURLToPath(import.meta.url)), '../site');
const file_of = (path: string) => `${path === '/' ? 'index' : path.split('/')[1]}.html`;
export const is_built = (path: string) => existsSync(join(site, file_of(path)));
const all = ['/', '/table/T1', '/display/T1', '/shuffler/T1', '/console', '/console/links/three', '/practice', '/practice/x', '/math', '/math/x/y'];
const addresses = all.filter(is_built);

export function pages(floor: Floor): void {
  const bytes_of = (path: string, headers: Record<string, string>) =>
    new Promise<{ head: http.IncomingMessage; body: Buffer }>((done, fail) => {
      http
        .get({ host: '127.0.0.1', port: floor.server.port, path, headers, agent: false }, (head) => {
          const parts: Buffer[] = [];
          head.on('data', (part: Buffer) => parts.push(part));
          head.on('end', () => done({ head, body: Buffer.concat(parts) }));
        })
        .on('error', fail);
    });

  test('every address of a page shows one, to anybody', async () => {
    for (const path of addresses) {
      const page = await floor.server.ask('GET', path);
      assert.equal(page.status, 200, path);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(page.text, /^<!doctype html>/i);
      assert.equal(page.headers['cache-control'], 'no-cache');
      const policy = page.headers['content-security-policy'] as string;
      assert.ok(policy.includes("script-src 'self';") && policy.includes("style-src 'self';") && !policy.includes('unsafe'), policy);
      assert.ok(policy.includes(`connect-src 'self' ws://127.0.0.1:${floor.server.port};`), policy);
      assert.doesNotMatch(page.text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i, `${path}: the policy forbids what stands in the page`);
      const head = await floor.server.ask('HEAD', path);
      assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', page.headers['content-length']]);
      const again = await floor.server.ask('GET', path, { headers: { 'if-none-match': page.headers.etag! } });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', page.headers.etag]);
      assert.equal((await floor.server.ask('POST', path, { body: {} })).json.error.code, 'method_not_allowed', path);
    }
  });

  test('what the pages load is there, kept for ever, and packed for who takes it', async () => {
    const names = new Set<string>();
    for (const path of addresses)
      for (const [, name] of (await floor.server.ask('GET', path)).text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) names.add(name!);
    assert.ok(names.size > 0);
    for (const name of names) {
      const asset = await floor.server.ask('GET', name);
      assert.equal(asset.status, 200, name);
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
    }
    for (const path of ['/', ...names]) {
      const plain = await bytes_of(path, {});
      const packed = await bytes_of(path, { 'accept-encoding': 'br, gzip' });
      assert.equal(plain.head.headers['content-encoding'], undefined);
      assert.equal(packed.head.headers.vary, 'Accept-Encoding');
      if (packed.head.headers['content-encoding'] === 'gzip') assert.deepEqual(gunzipSync(packed.body), plain.body, path);
      else assert.deepEqual(packed.body, plain.body, path);
    }
  });

  test('nothing but the files of the site is there', async () => {
    for (const path of [...all.filter((path) => !is_built(path)), '/table', '/table/', '/table/T1/x', '/table/a%20b', '/assets', '/assets/', '/assets/none.js', '/index.html', '/console.html', '/web/build.mjs', '/etc/passwd'])
      assert.equal((await floor.server.ask('GET', path)).json.error.code, 'not_found', path);
    for (const path of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/..%2findex.html', '/%2e%2e/%2e%2e/etc/passwd'])
      assert.equal((await floor.server.ask('GET', path)).json.error.code, 'bad_target', path);
    assert.equal((await floor.server.ask('GET', '/', { headers: { host: 'evil.example' } })).json.error.code, 'host_unknown');
  });
}
