import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openTestServer } from '../testing/open-test-server.ts'

/* Rules, dashboard and manual name only metrics that a server with every optional part has, and the manual names all of ours. */

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: { summary: string } }[]
  }[]
}
interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] }
}

/** The metrics of an expression, with its strings and braces left out. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}/g, '')
  return [...bare.matchAll(/\b(?:portolan|nodejs|process)_\w+/g)].map(([name]) => name)
}

describe('the files in deploy/monitoring', () => {
  let known = new Map<string, string>()
  /** The texts of the hub's own metrics. */
  let helps = new Map<string, string>()
  /** A histogram has three names. */
  const exists = (name: string) => known.has(name) || known.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram'

  beforeAll(async () => {
    const mail = { PORTOLAN_SMTP_HOST: '127.0.0.1', PORTOLAN_MAIL_FROM: 'hub@example.org', PORTOLAN_PUBLIC_URL: 'http://localhost:7860' }
    await using t = await openTestServer({ settings: { PORTOLAN_METRICS_PORT: '0', ...mail } })
    const text = await (await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`)).text()
    helps = new Map([...text.matchAll(/^# HELP (portolan_\S+) (.+)$/gm)].map(([, name = '', help = '']) => [name, help]))
    known = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  })

  test('counters, and only they, are named _total, units are base units, and nothing has two names', () => {
    const own = [...known].filter(([name]) => name.startsWith('portolan_'))
    const strange = own.filter(
      ([name, type]) =>
        (type === 'counter') !== name.endsWith('_total') ||
        (type === 'histogram' && !name.endsWith('_seconds')) ||
        /(?:^|_)(?:count|sum|bucket|ms|milliseconds|minutes|hours|kb|mb|megabytes|percent)(?:_|$)/.test(name),
    )
    expect(strange).toEqual([])
    expect([...known].filter(([name, type]) => name.endsWith('_total') && type !== 'counter')).toEqual([])
    expect(own.filter(([, type]) => type === 'counter').length).toBeGreaterThan(15)
    for (const [name, text] of helps) expect([name, text.length > 10 && text.endsWith('.')]).toEqual([name, true])
    expect([...helps.keys()].toSorted()).toEqual(own.map(([name]) => name).toSorted())
  })

  test('alerts.yaml watches metrics that exist', () => {
    const rules = (parse(read('deploy/monitoring/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(12)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, expr, annotations } of rules) {
      expect([alert, metricsIn(expr).filter((name) => !exists(name))]).toEqual([alert, []])
      expect([alert, metricsIn(expr).length > 0 || /\bup\b/.test(expr)]).toEqual([alert, true])
      expect([alert, annotations.summary.endsWith('.')]).toEqual([alert, true])
      expect([alert, expr.split('(').length]).toEqual([alert, expr.split(')').length])
    }
  })

  test('dashboard.json shows metrics that exist', () => {
    const { panels, templating } = JSON.parse(read('deploy/monitoring/dashboard.json')) as Dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        expect([title, metricsIn(expr).length > 0]).toEqual([title, true])
        expect([title, metricsIn(expr).filter((name) => !exists(name))]).toEqual([title, []])
        expect([title, expr.split('(').length]).toEqual([title, expr.split(')').length])
      }
    }
    const variables = new Set(templating.list.map(({ name }) => name))
    for (const [, name = ''] of read('deploy/monitoring/dashboard.json').matchAll(/\$\{?([a-z]+)/g)) expect(variables).toContain(name)
    expect(templating.list.flatMap(({ query }) => metricsIn(query)).filter((name) => !exists(name))).toEqual([])
  })

  test('docs/operate/monitoring.md lists every metric of the hub, and no other', () => {
    const rows = read('docs/operate/monitoring.md')
      .split('\n')
      .filter((line) => line.startsWith('| `portolan_'))
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''))
    expect(named.filter((name) => !exists(name))).toEqual([])
    expect([...known.keys()].filter((name) => name.startsWith('portolan_') && !named.includes(name))).toEqual([])
  })
})
