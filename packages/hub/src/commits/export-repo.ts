import { mkdir, writeFile } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writePack } from '@portolan/git'
import { sql } from 'kysely'
import { allObjects, readRefs } from '../git-store/index.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'

/**
 * Writes the repo as a bare git folder: one pack (git makes its index: `git index-pack`), packed refs, HEAD.
 * Large files stay pointers. @returns the path of the pack
 */
export async function exportRepo(hub: Hub, repo: Repo, folder: string): Promise<{ pack: string }> {
  const { n } = await hub.db.read
    .selectFrom('git_object')
    .select(sql<number>`count(*)`.as('n'))
    .where('repo_id', '=', repo.id)
    .executeTakeFirstOrThrow()
  await mkdir(join(folder, 'objects/pack'), { recursive: true })
  await mkdir(join(folder, 'refs'), { recursive: true })
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  const refs = await readRefs(hub.db.read, repo.id)
  await writeFile(join(folder, 'packed-refs'), `# pack-refs with: sorted\n${refs.map(({ name, oid }) => `${oid} ${name}\n`).join('')}`)
  const pack = join(folder, 'objects/pack/pack-export.pack')
  await pipeline(Readable.from(writePack(Number(n), allObjects(hub.db.read, repo.id))), createWriteStream(pack))
  return { pack }
}
