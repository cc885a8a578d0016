import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillRelease } from '../apps/server/src/testing/fill-release.ts'
import { forgetRelease, openHubToRecord, recordRelease, releases } from '../packages/hub/src/testing/release-hub.ts'
import { root } from './check/sources.ts'
import { startPostgres } from './test/postgres.ts'
import { findTools } from './test/tools.ts'

/*
 * `npm run record:release -- 0.1.0`: records a data folder of the release being cut, on both database engines, for the test that opens it with every
 * later version. A recorded release is never overwritten, because what was released does not change.
 */
const [version] = process.argv.slice(2)
const current = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
const bin = findTools().find(({ variable }) => variable === 'PORTOLAN_POSTGRES_BIN')?.path ?? null
const problem =
  version === undefined
    ? 'Say which version: npm run record:release -- 0.1.0'
    : version !== current
      ? `The version of package.json is ${current}, not ${version}.`
      : releases.includes(version)
        ? `Release ${version} is recorded already, and stays as it is.`
        : bin === null
          ? 'A release is recorded on both engines: install Postgres (apt-get install postgresql).'
          : null
if (problem !== null || version === undefined) {
  console.error(problem)
  process.exit(1)
}

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL'] === undefined && bin !== null ? await startPostgres(bin) : null
if (postgres !== null) process.env['PORTOLAN_TEST_POSTGRES_URL'] = postgres.url
try {
  for (const database of ['sqlite', 'postgres'] as const) {
    await using hub = await openHubToRecord(database)
    await fillRelease(hub)
    await recordRelease(hub, version, bin)
    console.log(`Recorded ${version} on ${database}.`)
  }
} catch (error) {
  await forgetRelease(version)
  throw error
} finally {
  postgres?.stop()
}
// Render threads would keep the process alive.
process.exit(0)
