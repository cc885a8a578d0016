import { factsOfCommit } from '../../changes/commits/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { findRevision, getCommit, listFiles, resolveRevision } from '../../repository/revisions/index.ts'
import { readSpaceConfig } from './space-config.ts'

export interface SpaceLog {
  readonly at: Date
  readonly text: string
}

/** The build log of a Space. Nothing is built for a static Space, and the log says so. */
export async function spaceLog(hub: Hub, repo: WithContent): Promise<SpaceLog[]> {
  const { commitOid: main } = await resolveRevision(hub, repo, 'main')
  const card = (await factsOfCommit(hub, repo, main))?.cardData
  const config = readSpaceConfig(card)
  const build = (await findRevision(hub, repo, 'refs/convert/build'))?.commitOid ?? null
  const commitOid = build ?? main
  const commit = await getCommit(hub, repo, commitOid)
  const at = commit.date
  const line = (text: string): SpaceLog => ({ at, text })
  const sdk = config.sdk ?? repo.sdk ?? 'none'
  if (sdk !== 'static') return [line(`The SDK is ${sdk}. This hub serves files of static Spaces and runs nothing else.`)]
  const files = await listFiles(hub, repo, commitOid)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const hasApp = files.some(({ path }) => path === config.appFile)
  const wantsBuild = typeof card?.['app_build_command'] === 'string'
  return [
    line('A static Space: nothing is built, its files are served as they are.'),
    ...(wantsBuild && build === null
      ? [line('app_build_command is not run here. Push what it makes to refs/convert/build, and that is served.')]
      : []),
    line(
      `${build === null ? 'main' : 'refs/convert/build'} is at ${commitOid}, with ${files.length} ${files.length === 1 ? 'file' : 'files'} of ${bytes} bytes.`,
    ),
    line(
      hasApp
        ? `${config.appFile} is the first page.`
        : `There is no ${config.appFile}: add it, or name another file as app_file in README.md.`,
    ),
  ]
}
