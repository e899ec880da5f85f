// Tests of the pages in Debian's chromium against the real program (CARDROOM_PROGRAM). No browser is ever fetched.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: process.env['CARDROOM_E2E_OUTPUT'] ?? '../dist/e2e',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace takes as long again as the test: CARDROOM_TRACE=1 records one.
    trace: process.env['CARDROOM_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CARDROOM_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] },
  },
});
