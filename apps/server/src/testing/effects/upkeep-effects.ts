import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createRepo, readVerification } from '@portolan/hub'
import { openTestServer } from '../open-test-server.ts'
import type { OwnEffect, Settings } from './effect.ts'

const hour = 3_600_000

/** Runs a server for some hours, as its jobs see it. @param see is given the data folder */
async function after<T>(hours: number, settings: Settings, see: (dataDir: string, server: Server) => Promise<T>): Promise<T> {
  await using server = await openTestServer({ settings })
  const ada = await server.addUser('ada')
  await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides' })
  for (let i = 0; i < hours; i++) {
    // More than an hour: a job may be late by a tenth of its period.
    server.hub.tick(1.2 * hour)
    await server.advance(0)
  }
  return await see(server.hub.config.dataDir, server)
}

type Server = Awaited<ReturnType<typeof openTestServer>>

async function both<T>(values: readonly [string, string], see: (value: string) => Promise<T>): Promise<[T, T]> {
  return [await see(values[0]), await see(values[1])]
}

const backups = (settings: Settings) =>
  after(3, { PORTOLAN_BACKUP_EVERY_HOURS: '1', PORTOLAN_BACKUP_TO: 'safe', ...settings }, async (dataDir) =>
    existsSync(join(dataDir, 'safe')) ? (await readdir(join(dataDir, 'safe/backups'))).length : 0,
  )

/** Settings of backups and verification. */
export const upkeepEffects = {
  backupEveryHours: {
    seen: [3, 0],
    compare: () => both(['1', '0'], (hours) => backups({ PORTOLAN_BACKUP_EVERY_HOURS: hours })),
  },
  backupTo: {
    seen: [
      [true, false],
      [false, true],
    ],
    compare: () =>
      both(['safe', 'safer'], (place) =>
        after(1, { PORTOLAN_BACKUP_EVERY_HOURS: '1', PORTOLAN_BACKUP_TO: place }, async (dataDir) =>
          ['safe', 'safer'].map((name) => existsSync(join(dataDir, name, 'backups'))),
        ),
      ),
  },
  backupKeep: {
    seen: [3, 1],
    compare: () => both(['0', '1'], (keep) => backups({ PORTOLAN_BACKUP_KEEP: keep })),
  },
  verifyDays: {
    seen: [1, 0],
    compare: () =>
      both(['1', '0'], (days) =>
        after(2, { PORTOLAN_VERIFY_DAYS: days }, async (_dataDir, { hub }) => (await readVerification(hub))?.share ?? 0),
      ),
  },
} satisfies Record<string, OwnEffect>
