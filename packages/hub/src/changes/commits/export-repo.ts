import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { encodePackIndex, type PackEntry, writePack } from '@portolan/git'
import { listOids, readRefs, streamObjects } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'

/**
 * Writes the repo as a bare git directory that can be cloned: one pack with its index, packed refs, HEAD.
 * Large files stay pointers. Commits may land in the meantime: refs are read first, so everything they point to is in the pack.
 * @returns the path of the pack
 */
export async function exportRepo(hub: Hub, repo: WithContent, folder: string): Promise<{ pack: string }> {
  const refs = await readRefs(hub.db.read, repo.id)
  const oids = await listOids(hub.db.read, repo.id)
  await mkdir(join(folder, 'objects/pack'), { recursive: true })
  await mkdir(join(folder, 'refs'), { recursive: true })
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  await writeFile(join(folder, 'packed-refs'), `# pack-refs with: sorted\n${refs.map(({ name, oid }) => `${oid} ${name}\n`).join('')}`)
  const pack = join(folder, 'objects/pack/pack-export.pack')
  const entries: PackEntry[] = []
  let checksum: Uint8Array = Buffer.alloc(0)
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of writePack(oids.length, streamObjects(hub.db.read, repo.id, oids), (entry) => entries.push(entry))) {
      // The last piece is the checksum.
      checksum = piece
      yield piece
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(pack))
  await writeFile(pack.replace(/\.pack$/, '.idx'), encodePackIndex(entries, checksum))
  return { pack }
}
