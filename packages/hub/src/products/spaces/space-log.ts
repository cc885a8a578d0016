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
  if (sdk !== 'static') return [line(`The SDK is ${sdk}. This hub supports only static Spaces.`)]
  const files = await listFiles(hub, repo, commitOid)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const hasApp = files.some(({ path }) => path === config.appFile)
  const wantsBuild = typeof card?.['app_build_command'] === 'string'
  return [
    line('This is a static Space. Its files are served as they are, without a build.'),
    ...(wantsBuild && build === null
      ? [line('This hub does not run app_build_command. Push its output to refs/convert/build to serve it.')]
      : []),
    line(
      `${build === null ? 'main' : 'refs/convert/build'} is at ${commitOid}, with ${files.length} ${files.length === 1 ? 'file' : 'files'} of ${bytes} bytes.`,
    ),
    line(
      hasApp
        ? `${config.appFile} is the start page.`
        : `There is no ${config.appFile}. Add it, or set app_file in README.md to another file.`,
    ),
  ]
}
