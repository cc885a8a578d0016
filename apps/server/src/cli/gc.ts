import { parseArgs } from 'node:util'
import { repoTypes, type RepoType } from '@portolan/contract'
import {
  clockHold,
  findDeletedRepo,
  keepMarks,
  type Hub,
  kindNames,
  listMarks,
  type MarkedThing,
  restoreRepo,
  collectGarbage,
  keptBecause,
  trustClock,
} from '@portolan/hub'
import { formatBytes } from './format-bytes.ts'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

const dayMs = 86_400_000

export const gcCommand: Command = {
  usage: 'gc [--dry-run] [--everything] [--grace-days N] [--trust-clock] [--json]',
  about: 'mark unreferenced data, and free data that has been marked for the grace period; safe to run while the server is running',
  async run(hub, words) {
    const { values } = parseArgs({
      args: [...words],
      options: {
        'dry-run': { type: 'boolean' },
        everything: { type: 'boolean' },
        'grace-days': { type: 'string' },
        'trust-clock': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
    const days = values['grace-days']
    if (days !== undefined && !/^\d{1,4}(\.\d+)?$/.test(days)) throw new UsageError('--grace-days must be a number of days')
    const dry = values['dry-run'] === true
    if (values['trust-clock'] === true) await trustClock(hub)
    const report = await collectGarbage(hub, {
      dry,
      everything: values.everything === true,
      ...(days === undefined ? {} : { graceMs: Number(days) * dayMs }),
    })
    if (report === null) throw new UsageError('Garbage collection or a backup is already running; try again later')
    const hold = dry ? null : await clockHold(hub)
    if (hold !== null)
      console.error(
        `Nothing was freed: ${hold.reason}. Garbage collection frees again from ${hold.until.toISOString()}. If the clock is right, run \`portolan gc --trust-clock\`.`,
      )
    if (values.json === true) {
      console.log(JSON.stringify(report))
      return
    }
    for (const kind of kindNames) {
      const { unneeded, due, freed } = report[kind]
      const done = dry ? `${due.count} can be freed now` : `${freed.count} freed (${formatBytes(freed.bytes)})`
      console.log(`${`${kind}:`.padEnd(12)} ${unneeded.count} unreferenced (${formatBytes(unneeded.bytes)}), ${done}`)
    }
    if (dry) console.log('Dry run: nothing was marked or freed.')
  },
}

export const gcWhy: Command = {
  usage: 'gc why SHA256|OID',
  about: 'show why a large file or a git object is kept',
  async run(hub, words) {
    const [name] = words
    if (name === undefined) throw new UsageError('Missing SHA-256 or git object ID')
    const reasons = await keptBecause(hub, name)
    if (reasons.length === 0) throw new UsageError('No large file or git object has that ID')
    console.log(reasons.join('\n'))
  },
}

export const gcList: Command = {
  usage: 'gc list [--json]',
  about: 'list what is marked, and how long it is kept',
  async run(hub, words) {
    const { values } = parseArgs({ args: [...words], options: { json: { type: 'boolean' } } })
    const marks = await listMarks(hub)
    if (values.json === true) console.log(JSON.stringify(marks))
    else console.log(marks.length === 0 ? 'Nothing is marked.' : marks.map(line).join('\n'))
  },
}

export const gcUndo: Command = {
  usage: 'gc undo SHA256|OID|OWNER/NAME [--type model|dataset|space] [--as NAME] | gc undo --all',
  about: 'keep something that is marked, or restore a deleted repository, until its grace period ends',
  async run(hub, words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { all: { type: 'boolean' }, type: { type: 'string', default: 'model' }, as: { type: 'string' } },
    })
    const [name] = positionals
    if ((name === undefined) === (values.all !== true)) throw new UsageError('Name what to keep, or use --all')
    if (name?.includes('/') === true) return restore(hub, values.type, name, values.as)
    const count = await keepMarks(hub, name === undefined ? 'all' : [name], true)
    if (count === 0 && name !== undefined) throw new UsageError('Nothing with that name is marked')
    console.log(`Keeping ${count} ${count === 1 ? 'item' : 'items'} until \`gc release\`.`)
  },
}

export const gcRelease: Command = {
  usage: 'gc release SHA256|OID|--all',
  about: 'stop keeping something; it is freed when its grace period is over',
  async run(hub, words) {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: { all: { type: 'boolean' } } })
    const [name] = positionals
    if ((name === undefined) === (values.all !== true)) throw new UsageError('Name what to release, or use --all')
    console.log(`${await keepMarks(hub, name === undefined ? 'all' : [name], false)} released.`)
  },
}

async function restore(hub: Hub, type: string, fullName: string, as: string | undefined): Promise<void> {
  if (!repoTypes.some((known) => known === type)) throw new UsageError(`--type must be one of ${repoTypes.join(', ')}`)
  const deleted = await findDeletedRepo(hub, type as RepoType, fullName)
  if (deleted === null) throw new UsageError(`There is no deleted ${type} ${fullName} that can be restored`)
  const repo = await restoreRepo(hub, null, deleted.uid, as)
  console.log(`Restored ${repo.type} ${repo.fullName}; it is private.`)
}

function line(mark: MarkedThing): string {
  const until = mark.kept ? 'kept' : `until ${mark.dueAt.toISOString()}`
  return `${mark.kind.padEnd(11)} ${mark.key}  ${formatBytes(mark.bytes).padStart(9)}  ${until}${mark.note === null ? '' : `  ${mark.note}`}`
}
