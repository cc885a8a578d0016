import { spawn } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { makeObject, type ObjectType, type Oid, type StoredObject } from '@portolan/git'
import { moveRef, putObjects, readRef } from '../foundation/git-store/index.ts'
import type { Hub } from '../hub.ts'

/** Objects written per transaction. */
const batch = 1_000

/**
 * Imports all objects and refs of a real git repository into a repo, bypassing every rule: for tests and benchmarks of reading.
 * Does not update the repo's search index and facts.
 */
export async function importGit(hub: Hub, repoId: number, gitDir: string): Promise<void> {
  const git = (args: string[]) => execFileSync('git', ['-C', gitDir, ...args], { maxBuffer: 1024 ** 3 })
  let objects: StoredObject[] = []
  const flush = async () => {
    const full = objects
    objects = []
    await hub.db.write((tx) => putObjects(tx, repoId, full))
  }
  for await (const object of allObjects(gitDir)) {
    objects.push(object)
    if (objects.length === batch) await flush()
  }
  await flush()
  const refs = git(['for-each-ref', '--format=%(refname) %(objectname)']).toString().trim().split('\n')
  await hub.db.write(async (tx) => {
    for (const line of refs) {
      const [name = '', oid = ''] = line.split(' ')
      await moveRef(tx, repoId, name, await readRef(tx, repoId, name), oid as Oid)
    }
  })
}

async function* allObjects(gitDir: string): AsyncGenerator<StoredObject> {
  const child = spawn('git', ['-C', gitDir, 'cat-file', '--batch-all-objects', '--batch', '--unordered'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let held = Buffer.alloc(0)
  for await (const piece of child.stdout) {
    held = Buffer.concat([held, piece as Buffer])
    for (;;) {
      const end = held.indexOf(0x0a)
      const [, type = '', size = ''] = held.toString('latin1', 0, Math.max(0, end)).split(' ')
      const bytes = Number(size)
      if (end < 0 || held.length < end + 2 + bytes) break
      yield makeObject(type as ObjectType, held.subarray(end + 1, end + 1 + bytes))
      held = held.subarray(end + 2 + bytes)
    }
  }
}
