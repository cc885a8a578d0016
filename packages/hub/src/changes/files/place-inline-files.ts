import { type Oid, parsePointer, PatternTooComplex } from '@portolan/git'
import { HubError } from '@portolan/contract'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { storeInlineFiles } from '../../repository/lfs/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import { attributesFor } from './file-attributes.ts'
import { uploadModeOf } from './upload-mode.ts'

/** A file whose content was sent inside a commit. */
export interface InlineContent {
  readonly path: string
  readonly content: Buffer
}

/** Where it is stored: in git, or as a large file. */
export type PlacedContent =
  | { readonly kind: 'file'; readonly content: Buffer }
  | { readonly kind: 'lfs'; readonly sha256: string; readonly size: number }

/**
 * Decides where files sent inside a commit are stored, by the same rule preupload applies for other clients, so that a repo
 * looks the same whichever client filled it. Those that belong in LFS are stored there.
 * @param commitOid whose .gitattributes apply, unless the files bring their own
 * @returns in the order of `files`
 * @throws {HubError} `storage.full`, `body.too_large`
 */
export async function placeInlineFiles(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  commitOid: Oid,
  files: readonly InlineContent[],
): Promise<PlacedContent[]> {
  const paths = files.map(({ path }) => path)
  const changed = new Map(
    files.filter(({ path }) => /(^|\/)\.gitattributes$/.test(path)).map(({ path, content }) => [path, content.toString()]),
  )
  const attributes = await attributesFor(hub, repo, commitOid, paths, changed)
  const large: InlineContent[] = []
  const yielder = new Yielder()
  for (const file of files) {
    if (isLarge(file.path, file.content)) large.push(file)
    await yielder.yieldIfDue()
  }
  const stored = await storeInlineFiles(
    hub,
    user,
    repo,
    large.map(({ content }) => content),
  )
  const blobs = new Map(large.map((file, i) => [file, stored[i]]))
  return files.map((file) => {
    const blob = blobs.get(file)
    return blob === undefined ? { kind: 'file', content: file.content } : { kind: 'lfs', ...blob }
  })

  function isLarge(path: string, content: Buffer): boolean {
    // The pointer of a large file is not its content; the commit looks at the file it points to.
    if (parsePointer(content) !== null) return false
    try {
      return uploadModeOf({ path, size: content.length, sample: content.subarray(0, 512) }, attributes) === 'lfs'
    } catch (error) {
      throw error instanceof PatternTooComplex ? new HubError('body.invalid', { message: error.message }, { cause: error }) : error
    }
  }
}
