import { spawnSync } from 'node:child_process'
import { type GitClient, openGitClient as openPlainClient } from '../../apps/server/src/testing/git-client.ts'
import type { Notes } from './noted-calls.ts'

export { type GitClient, gitUrl } from '../../apps/server/src/testing/git-client.ts'

/** Commands that communicate with a hub. */
const speaking = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'lfs'])
/** The git-lfs subcommands that do. */
const speakingLfs = new Set(['push', 'pull', 'fetch', 'lock', 'unlock', 'locks'])
/** Options that count as a separate call. Group 1 is the option without its value. */
const telling =
  /^(--(?:depth|deepen|unshallow|shallow-since|shallow-exclude|filter|mirror|bare|atomic|force|force-with-lease|delete|follow-tags|tags|prune|refetch|single-branch|push-option)|-o)(?:=|$)/

let versions: { readonly git: string; readonly lfs: string } | null = null

/** Opens a git client that records every call to a hub. */
export async function openNotedGit(notes: Notes): Promise<GitClient> {
  const client = await openPlainClient()
  const say = (args: readonly string[], error: string | null) => {
    const call = nameOf(args)
    if (call === null) return
    versions ??= { git: versionOf('git', /version (\S+)/), lfs: versionOf('git-lfs', /git-lfs\/(\S+)/) }
    const lfs = call.startsWith('git lfs')
    notes.note('Debian', {
      client: lfs ? 'git-lfs' : 'git',
      version: lfs ? versions.lfs : versions.git,
      call,
      error,
      status: null,
      note: null,
    })
  }
  return {
    ...client,
    async git(...args) {
      const result = await client.git(...args)
      say(args, null)
      return result
    },
    async try(...args) {
      const result = await client.try(...args)
      say(args, result.status === 0 ? null : `exit code ${result.status}`)
      return result
    },
  }
}

/** Returns the name of a call, such as `git clone --depth`; `null` if it does not communicate with a hub. */
export function nameOf(args: readonly string[]): string | null {
  let at = 0
  while (args[at] === '-C' || args[at] === '-c') at += 2
  const [command = '', second = ''] = args.slice(at)
  if (!speaking.has(command)) return null
  if (command === 'lfs') return speakingLfs.has(second) ? `git lfs ${second}` : null
  const options = args.slice(at + 1).flatMap((word) => {
    const found = telling.exec(word)?.[1]
    return found === undefined ? [] : [found === '--filter' ? word : found]
  })
  const deletes = command === 'push' && args.slice(at + 1).some((word) => /^:[^:]/.test(word)) ? ['(delete)'] : []
  const forces = command === 'push' && args.slice(at + 1).some((word) => word.startsWith('+')) ? ['--force'] : []
  return ['git', command, ...new Set([...options, ...deletes, ...forces].toSorted())].join(' ')
}

function versionOf(program: string, pattern: RegExp): string {
  return pattern.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? ''
}
