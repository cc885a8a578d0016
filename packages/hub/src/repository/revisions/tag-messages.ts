import { objectBody, parseTagMessage } from '@portolan/git'
import { readObjects, readRefs } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'

/** The messages of the annotated tags among these. @param refs full names @returns by full name; tags without a message are left out */
export async function tagMessages(hub: Hub, repo: Readable, refs: readonly string[]): Promise<Map<string, string>> {
  const wanted = new Set(refs)
  const stored = (await readRefs(hub.db.read, repo.id)).filter(({ name }) => wanted.has(name))
  const objects = await readObjects(
    hub.db.read,
    repo.id,
    stored.map(({ oid }) => oid),
  )
  const messages = new Map<string, string>()
  for (const { name, oid } of stored) {
    const object = objects.get(oid)
    if (object?.type === 'tag') messages.set(name, parseTagMessage(objectBody(object)))
  }
  return messages
}
