import { defineConfig } from '@playwright/test'

/** The built server in Debian's Chromium. Each worker has a hub of its own. */
export default defineConfig({
  testDir: 'e2e/web',
  outputDir: '.cache/test/web',
  // Only ends what hangs: machines that are busy are several times slower.
  timeout: 300_000,
  // They share two processors with the other end-to-end tests: an account was once not created in twenty seconds there. It only ends what hangs.
  expect: { timeout: 60_000 },
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  use: {
    browserName: 'chromium',
    // Else a page is judged while its colors are still on their way from one theme to the other.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium',
      chromiumSandbox: false,
      args: ['--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    },
  },
})
