import { describe, expect, test } from 'vitest'
import { faultsOf, runChaos } from './chaos/run-chaos.ts'

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
    const nothing: string[] = []
    expect(faultsOf(report)).toEqual({
      lost: nothing,
      halfVisible: nothing,
      damaged: nothing,
      dropped: nothing,
      duplicated: nothing,
      crashes: 0,
      unclear: nothing,
      neverDone: nothing,
    })
  })
})
