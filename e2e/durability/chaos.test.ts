import { describe, expect, test } from 'vitest'
import { runChaos } from './chaos/run-chaos.ts'

/* A short run of `npm run chaos`: three servers under load, killed, with Postgres and the S3 server killed and frozen. */
const postgres = process.env['PORTOLAN_POSTGRES_BIN']
const s3 = process.env['PORTOLAN_TEST_S3_SERVER']

describe.skipIf(postgres === undefined || s3 === undefined)('three servers that are killed under load', () => {
  test('lose nothing that they acknowledged', async () => {
    const report = await runChaos({
      servers: 3,
      kills: 3,
      outages: 5,
      tools: { postgres: postgres ?? '', s3: s3 ?? '' },
      say: (line) => console.log(line),
    })
    const { lost, halfVisible, damaged, dropped, duplicated, crashes } = report
    expect({ lost, halfVisible, damaged, dropped, duplicated, crashes }).toEqual({
      lost: [],
      halfVisible: [],
      damaged: [],
      dropped: [],
      duplicated: [],
      crashes: 0,
    })
    for (const kind of ['commit', 'LFS upload', 'Xet upload', 'push', 'deletion', 'download'])
      expect({ kind, isPart: (report.acknowledged[kind] ?? 0) > 0 }).toEqual({ kind, isPart: true })
    // Whatever fails meanwhile fails with a clear error.
    expect(Object.keys(report.refused).filter((how) => /no answer within| 500 |without Retry-After/.test(how))).toEqual([])
  })
})
