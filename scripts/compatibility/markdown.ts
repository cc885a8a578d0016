import { type ClientTable, notesOf, type Outcome, worksSomewhere } from '../../apps/web/app/features/compatibility/call-table.ts'

const signs: Record<Outcome, string> = { works: 'works', note: 'works ¹', refused: 'refused', elsewhere: 'elsewhere' }

/** Returns docs/compatibility.md: every client, its releases, every call. */
export function markdownOf(table: readonly ClientTable[]): string {
  const lines = [
    '# Which calls of which clients work',
    '',
    'Made by `npm run compatibility -- --record` from what the tests of the clients called (`e2e/clients/`); the page `/compatibility` shows the same. Do not edit by hand.',
    '',
    '- **works**: the unmodified client called it and got what it asked for; a note where a user should know something',
    '- **refused**: this hub does not have it and says so; the reason stands beside it',
    '- **elsewhere**: the client asks another place, whatever hub it is used with',
    '- empty: the release does not have the call, or no test makes it there',
    '',
    'A run of the tests fails when a call that stands here as working does not work any more.',
    '',
    '| client | releases | calls | work | refused or elsewhere | not tried |',
    '|---|---|---|---|---|---|',
    ...table.map(({ client, releases, calls, untried }) => {
      const working = calls.filter(worksSomewhere)
      return row([
        client,
        releases.map(({ version }) => version).join(', '),
        String(calls.length),
        String(working.length),
        String(calls.length - working.length),
        String(untried.length),
      ])
    }),
  ]
  for (const { client, releases, calls, untried } of table) {
    lines.push(
      '',
      `## ${client}`,
      '',
      row(['call', ...releases.map(({ version }) => version), 'note']),
      `|${'---|'.repeat(releases.length + 2)}`,
    )
    for (const called of calls) {
      const endings = releases.map(({ name }) => called.cells[name]).map((cell) => (cell ? signs[cell.outcome] : ''))
      lines.push(row([`\`${called.call}\``, ...endings, notesOf(called)]))
    }
    if (untried.length > 0) lines.push('', `Not tried: ${untried.map((name) => `\`${name}\``).join(', ')}.`)
  }
  return `${lines.join('\n')}\n`
}

function row(parts: readonly string[]): string {
  return `| ${parts.map((part) => part.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
