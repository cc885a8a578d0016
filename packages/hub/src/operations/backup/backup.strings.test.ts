import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addComment, openDiscussion } from '../../community/discussions/index.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import { createUser, loadActor, updateProfile } from '../../identity/accounts/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { lineReader } from './line-reader.ts'
import { makeBackup } from './make-backup.ts'
import { openFolder } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { tempFolder } from './testing/temp-folder.ts'

const pairs = databases.flatMap((from) => databases.map((to): [Dialect, Dialect] => [from, to]))
/** What breaks readers of lines, of JSON, of UTF-8 and of C strings. */
const hostile = ['\u2028', '\u2029', '\u0085', '\v', '\f', '\r', '\n', '\0', '\ud800', '\udfff', '\ufeff', '"', '\\', '\u{10ffff}']
const texts = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 8 })
  .map((parts) => `x${parts.join('')}`)

test.for(pairs)('every text that %s stores comes back from a backup restored to %s', async ([from, to]) => {
  await using hub = await openTestHub({ database: from })
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (ada === null) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const { num } = await openDiscussion(hub, ada, repo, { title: 'Tides\u2028and waves', description: 'x\u2029y' })
  for (const text of [...hostile.map((each) => `x${each}y`), ...fc.sample(texts, { numRuns: 60, seed: 7 })]) {
    hub.tick(60_000)
    await addComment(hub, ada, repo, num, { text })
  }
  await updateProfile(hub, ada, 'ada', { fullname: 'Ada\u2028\0\ud800 Lovelace', bio: `${hostile.join('a')}z` }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'body.invalid' })
  })
  // A line longer than any buffer on the way.
  const long = '\u2028é'.repeat(5_000_000)
  await hub.db.write((tx) => tx.updateTable('account').set({ website: long }).where('id', '=', account.id).execute())
  const stored = await rowsOf(hub)
  expect(stored.comments.length).toBeGreaterThan(70)
  await using folder = await tempFolder()
  const place = await openFolder(folder.path)
  await makeBackup(hub, place)
  await using back = await openTestHub({ database: to })
  await restoreBackup(back, place)
  expect(await rowsOf(back)).toEqual(stored)
  place.close()
})

test('lines end at newlines only, wherever the pieces are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\u2028', '\r', '🌊'))),
      fc.integer({ min: 1, max: 9 }),
      async (parts, size) => {
        const lines = parts.map((part) => part.replaceAll('\n', ''))
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const pieces = async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
        }
        const read: string[] = []
        for await (const line of lineReader(pieces())) read.push(line)
        expect(read).toEqual(lines)
      },
    ),
  )
})

async function rowsOf(hub: Awaited<ReturnType<typeof openTestHub>>) {
  return {
    accounts: await hub.db.read.selectFrom('account').select(['uid', 'name', 'fullname', 'bio', 'website']).orderBy('uid').execute(),
    comments: await hub.db.read.selectFrom('discussion_event').select(['uid', 'raw']).orderBy('uid').execute(),
  }
}
