import { parseArgs } from 'node:util'
import { repoTypes, type RepoType } from '@portolan/contract'
import { asSystem, exportRepo, findAdministrator, requireRepo } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const exportCommand: Command = {
  usage: 'export OWNER/NAME FOLDER [--type model|dataset|space]',
  about: 'export a repository as a bare git repository that can be cloned; large files remain LFS pointers',
  async run(hub, words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { type: { type: 'string', default: 'model' } },
    })
    const [fullName, folder] = positionals
    if (fullName === undefined || folder === undefined) throw new UsageError('Missing repository or destination folder')
    if (!repoTypes.some((type) => type === values.type)) throw new UsageError(`--type must be one of ${repoTypes.join(', ')}`)
    const actor = await findAdministrator(hub)
    if (!actor) throw new UsageError('This hub has no administrator yet, so it has no repositories')
    const repo = await requireRepo(hub, actor, values.type as RepoType, fullName, 'read')
    // The CLI runs with full access to the data, including disabled repos.
    const { pack } = await exportRepo(hub, asSystem(repo), folder)
    console.log(pack)
  },
}
