import { limits } from '@portolan/contract'
import { type LfsAttributes, type MatchBudget, newMatchBudget, type Oid, readLfsAttributesInTurns } from '@portolan/git'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { getPaths, readBlob } from '../../repository/revisions/index.ts'

/** A repo whose attributes take up more than this has other problems. Bytes. */
const maxAttributesBytes = 4 * limits.cardBytes

/**
 * The LFS rules that apply to these paths: every .gitattributes from the root down to them, as of a commit.
 * @param changed texts by path that replace those in the commit, because the same upload contains them; `null` removes
 */
export async function attributesFor(
  hub: Hub,
  repo: WithContent,
  commitOid: Oid | null,
  paths: readonly string[],
  changed: ReadonlyMap<string, string | null> = new Map(),
  budget: MatchBudget = newMatchBudget(),
): Promise<LfsAttributes> {
  const dirs = new Set([''])
  for (const path of paths) {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) dirs.add(path.slice(0, slash))
  }
  const dirOf = new Map([...dirs].map((dir) => [dir === '' ? '.gitattributes' : `${dir}/.gitattributes`, dir]))
  const files: { dir: string; text: string }[] = []
  const wanted: string[] = []
  for (const [path, dir] of dirOf) {
    const text = changed.get(path)
    if (text === undefined) wanted.push(path)
    else if (text !== null) files.push({ dir, text })
  }
  const entries = commitOid === null ? [] : await getPaths(hub, repo, commitOid, wanted)
  for (const entry of entries) {
    if (entry.type !== 'file' || entry.lfs !== null || entry.size > maxAttributesBytes) continue
    files.push({ dir: dirOf.get(entry.path) ?? '', text: (await readBlob(hub, repo, entry.oid)).toString() })
  }
  const yielder = new Yielder()
  return readLfsAttributesInTurns(files, () => yielder.yieldIfDue(), budget)
}
