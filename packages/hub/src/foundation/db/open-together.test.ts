import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const program = `
const { openSqlite } = await import(process.argv[1])
process.stdin.resume()
process.stdout.write('ready\\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const db = await openSqlite(process.argv[2])
await db.read.selectFrom('account').select('id').execute()
await db.close()
process.exit(0)
`

test('processes that open a new file at the same moment all find it whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-together-'))
  try {
    const openers = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program, join(import.meta.dirname, 'open-sqlite.ts'), join(folder, 'hub.db')]),
    )
    const said = openers.map(({ stderr }) => text(stderr))
    const ended = openers.map((opener) => once(opener, 'exit'))
    await Promise.all(openers.map(({ stdout }) => once(stdout, 'data')))
    for (const { stdin } of openers) stdin.write('go\n')
    const codes = (await Promise.all(ended)).map(([code]) => code as number)
    expect([codes, (await Promise.all(said)).join('')]).toEqual([[0, 0, 0, 0], ''])
  } finally {
    await rm(folder, { recursive: true })
  }
})
