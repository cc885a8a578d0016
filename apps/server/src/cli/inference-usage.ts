import { parseArgs } from 'node:util'
import { readUsage, requireAccount, type UsageRow } from '@portolan/hub'
import type { Command } from './main.ts'

export const inferenceUsage: Command = {
  usage: 'inference usage [--user USER | --org ORG] [--json]',
  about: 'show the usage of models in the last 31 days, by day, payer, and model',
  async run(hub, words) {
    const { values } = parseArgs({
      args: [...words],
      options: { user: { type: 'string' }, org: { type: 'string' }, json: { type: 'boolean' } },
    })
    const user = values.user === undefined ? null : await requireAccount(hub, values.user, 'user')
    const org = values.org === undefined ? null : await requireAccount(hub, values.org, 'org')
    const rows = await readUsage(hub, {
      ...(user === null ? {} : { userId: user.id }),
      ...(org === null ? {} : { orgId: org.id }),
    })
    console.log(values.json === true ? JSON.stringify(rows) : table(rows))
  },
}

function table(rows: readonly UsageRow[]): string {
  const head = ['date', 'user', 'bill to', 'model', 'upstream', 'requests', 'failed', 'tokens in', 'tokens out']
  const cells = rows.map((row) =>
    [
      row.date,
      row.user ?? '(nobody)',
      row.billTo ?? '',
      row.model,
      row.upstream,
      row.requests,
      row.failed,
      row.promptTokens,
      row.completionTokens,
    ].map(String),
  )
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)))
  const numbersFrom = head.indexOf('requests')
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, column) => (column >= numbersFrom ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [head, ...cells].map(lineOf).join('\n')
}
