/*
 * How long does a listing page take in a hub of 100,000 and of 2,000,000 repos? Through `listRepos`, which the API and the pages call, once from the
 * index in memory and once from the tables alone, against plain SQL with OFFSET that leaves the plan to SQLite. Goal: p99 under 20 ms for everything
 * but three common tags. Each query runs three times: the best run is compared with the goal, which excludes other activity on the machine; `p99All`
 * covers all runs. `--sizes=100000` for one size; PORTOLAN_BENCH_DIR for another folder.
 */
import { deepStrictEqual } from 'node:assert'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import {
  anonymous,
  buildListingIndex,
  listFacets,
  listRepos,
  type Hub,
  type ListingQuery,
  type ListingSort,
  openHub,
  silentLogger,
} from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { writeResult } from './measure.ts'
import { syntheticHub } from './parts/synthetic-hub.ts'
import { generator } from './parts/synthetic-repos.ts'

const pageRows = 30
const maxSamples = 400
const maxMsPerContestant = 6_000
const tries = 3
const goalMs = 20
const sorts: readonly ListingSort[] = ['trending', 'likes', 'downloads', 'updated', 'created']

/** One page to request. `offset` is how the naive peer reaches the cursor's position. */
interface Question {
  readonly query: ListingQuery
  readonly offset: number
}

interface Scenario {
  readonly name: string
  readonly hasGoal: boolean
  readonly questions: readonly Question[]
}

interface Figures {
  readonly samples: number
  readonly p50: number
  readonly p99: number
  /** Over every single run. */
  readonly p99All: number
}

const sizes = (process.argv.find((word) => word.startsWith('--sizes='))?.slice('--sizes='.length) ?? '100000,2000000')
  .split(',')
  .map(Number)
const results: Record<string, unknown> = {}
for (const size of sizes) results[size] = await measureSize(size)
writeResult('listing', results)

async function measureSize(size: number): Promise<unknown> {
  const dataDir = await syntheticHub(size)
  await using memory = await openHub({ ...testHubConfig(dataDir), indexListingsFrom: 0 }, silentLogger)
  await using tables = await openHub({ ...testHubConfig(dataDir), indexListingsFrom: Number.MAX_SAFE_INTEGER }, silentLogger)
  using naive = new DatabaseSync(join(dataDir, 'hub.db'), { readOnly: true })
  naive.exec('PRAGMA cache_size=-65536; PRAGMA mmap_size=268435456')
  const index = await measureBuild(memory)
  console.log(
    `\n${size.toLocaleString('en')} repos; index built in ${(index.buildMs / 1000).toFixed(1)} s, process grown by ${index.megabytes} MB\n`,
  )
  console.log(
    `${'ms, p50 / p99'.padEnd(44)}${'memory'.padStart(16)}${'tables'.padStart(18)}${'plain SQL'.padStart(20)}  plain ÷ memory, p50`,
  )
  const report: Record<string, unknown> = { index }
  for (const scenario of scenariosOf(naive, size)) {
    await checkAnswers(memory, tables, naive, scenario.questions.slice(0, 3))
    const figures = await measure(scenario.questions, {
      memory: ({ query }) => listRepos(memory, anonymous, query),
      tables: ({ query }) => listRepos(tables, anonymous, query),
      naive: (question) => plainSql(naive, question),
    })
    const ratio = figures.naive.p50 / figures.memory.p50
    const reached = !scenario.hasGoal || figures.memory.p99 < goalMs
    report[scenario.name] = { ...figures, ratio, goal: scenario.hasGoal ? { p99Ms: goalMs, reached } : null }
    const cells = [figures.memory, figures.tables, figures.naive].map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(1)}`)
    console.log(
      `${scenario.name.padEnd(44)}${cells[0]?.padStart(16)}${cells[1]?.padStart(18)}${cells[2]?.padStart(20)}  ${ratio.toFixed(1)}${reached ? '' : '  MISSES THE GOAL'}`,
    )
  }
  const page = await measure(pageQuestions(naive, size), {
    memory: async ({ query }) => {
      await listRepos(memory, anonymous, { ...query, withTotal: true })
      await listFacets(memory, anonymous, query, ['pipeline_tag', 'library', 'license', 'language', 'other'])
    },
  })
  report['page with total and five facets'] = page
  console.log(
    `${'page with exact total and five facets'.padEnd(44)}${`${page.memory.p50.toFixed(2)} / ${page.memory.p99.toFixed(1)}`.padStart(16)}`,
  )
  return report
}

async function measureBuild(hub: Hub): Promise<{ buildMs: number; megabytes: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const started = performance.now()
  await buildListingIndex(hub)
  const buildMs = Math.round(performance.now() - started)
  globalThis.gc?.()
  const megabytes = Math.round((process.memoryUsage().rss - before) / 1e6)
  return { buildMs, megabytes: megabytes }
}

function scenariosOf(db: DatabaseSync, size: number): Scenario[] {
  const random = generator(42)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const tags = db.prepare('select value, ns, n from tag where kind = 0').all() as { value: string; ns: string; n: number }[]
  const between = (low: number, high: number) => tags.filter(({ n }) => n >= low && n < high).map(({ value }) => value)
  const common = between(size / 20, size * 0.9)
  const middling = between(size / 2_000, size / 20)
  const hard = between(size / 500, size / 125)
  const rare = between(10, Math.max(11, size / 2_000))
  const tasks = tags.filter(({ ns }) => ns === 'pipeline_tag').map(({ value }) => value)
  const libraries = tags.filter(({ ns }) => ns === 'library').map(({ value }) => value)
  const ask = (conditions: Partial<ListingQuery>): Question => ({
    query: { type: 'model', sort: pick(sorts), limit: pageRows, ...conditions },
    offset: 0,
  })
  const many = (make: () => Question) => Array.from({ length: maxSamples }, make)
  const nameOf = db.prepare('select name from repo where id = ?')
  const piece = () => {
    const { name } = nameOf.get(1 + Math.floor(random() * size)) as { name: string }
    const length = Math.min(name.length, 5 + Math.floor(random() * 4))
    const from = Math.floor(random() * (name.length - length + 1))
    return name.slice(from, from + length)
  }
  const frequent = ['llama', 'qwen', 'bert', 'gguf', 'lora', 'instruct', 'stable-diffusion', '7b', 'gemma-2']
  return [
    { name: 'first page', hasGoal: true, questions: many(() => ask({})) },
    { name: 'page at depth', hasGoal: true, questions: deepQuestions(db, size, random) },
    { name: 'sort + one common tag', hasGoal: true, questions: many(() => ask({ tags: [pick(common)] })) },
    { name: 'sort + one middling tag', hasGoal: true, questions: many(() => ask({ tags: [pick(middling)] })) },
    { name: 'sort + one tag between the plans', hasGoal: true, questions: many(() => ask({ tags: [pick(hard)] })) },
    { name: 'sort + one rare tag', hasGoal: true, questions: many(() => ask({ tags: [pick(rare)] })) },
    { name: 'sort + task + library', hasGoal: true, questions: many(() => ask({ tags: [pick(tasks), pick(libraries)] })) },
    { name: 'sort + three tags', hasGoal: true, questions: many(() => ask({ tags: [pick(middling), pick(common), pick(common)] })) },
    { name: 'sort + three common tags', hasGoal: false, questions: many(() => ask({ tags: [pick(common), pick(common), pick(common)] })) },
    { name: 'frequent word of a name', hasGoal: true, questions: many(() => ask({ search: [pick(frequent)], sort: 'trending' })) },
    { name: 'piece of a name', hasGoal: true, questions: many(() => ask({ search: [piece()], sort: 'trending' })) },
    { name: 'absent word', hasGoal: true, questions: many(() => ask({ search: [`zq${Math.floor(random() * 1e6)}`], sort: 'trending' })) },
    { name: 'two letters', hasGoal: true, questions: many(() => ask({ search: [`${pick([...'qxzjw'])}${pick([...'qxzjw'])}`] })) },
    { name: 'frequent word + common tag', hasGoal: true, questions: many(() => ask({ search: [pick(frequent)], tags: [pick(common)] })) },
    { name: 'parameters from 1 to 8 billion', hasGoal: true, questions: many(() => ask({ minParams: 1e9, maxParams: 8e9 })) },
  ]
}

function deepQuestions(db: DatabaseSync, size: number, random: () => number): Question[] {
  return Array.from({ length: 60 }, () => {
    const sort = sorts[Math.floor(random() * sorts.length)] as ListingSort
    const offset = Math.floor(random() * size * 0.9)
    const before = db
      .prepare(`select ${sort} as key, id from repo where kind = 0 and vis = 0 order by ${sort} desc, id desc limit 1 offset ?`)
      .get(offset - 1) as {
      key: number
      id: number
    }
    const cursor = Buffer.from(JSON.stringify([sort, 'desc', before.key, before.id])).toString('base64url')
    return { query: { type: 'model', sort, limit: pageRows, cursor }, offset }
  })
}

/** Returns the queries of a user who narrows the listing step by step. */
function pageQuestions(db: DatabaseSync, size: number): Question[] {
  const random = generator(7)
  const tags = db.prepare(`select value from tag where kind = 0 and n between ? and ?`).all(size / 2_000, size / 3) as { value: string }[]
  const pick = () => (tags[Math.floor(random() * tags.length)] as { value: string }).value
  return Array.from({ length: 200 }, (_, i) => ({
    query: { type: 'model', sort: 'trending', limit: pageRows, tags: i % 2 === 0 ? [pick()] : [pick(), pick()] },
    offset: 0,
  }))
}

/** The obvious query, with its plan left to SQLite. */
function plainSql(db: DatabaseSync, { query, offset }: Question): unknown[] {
  const conditions = ['r.kind = 0', 'r.vis = 0']
  const values: (string | number)[] = []
  for (const tag of query.tags ?? []) {
    conditions.push('exists (select 1 from repo_tag x join tag t on t.id = x.tag_id where x.repo_id = r.id and t.kind = 0 and t.value = ?)')
    values.push(tag)
  }
  for (const word of query.search ?? []) {
    conditions.push(`r.owner || '/' || r.name like ? escape '\\'`)
    values.push(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  }
  if (query.minParams !== undefined) conditions.push(`r.params >= ${query.minParams}`)
  if (query.maxParams !== undefined) conditions.push(`r.params <= ${query.maxParams}`)
  const sql = `select r.* from repo r where ${conditions.join(' and ')} order by r.${query.sort} desc, r.id desc limit ${query.limit} offset ${offset}`
  return db.prepare(sql).all(...values)
}

/**
 * Verifies the results, since a fast wrong answer is worthless. The tables may stop early, so only the index and the plain query are compared row by
 * row.
 */
async function checkAnswers(memory: Hub, tables: Hub, naive: DatabaseSync, questions: readonly Question[]): Promise<void> {
  for (const question of questions) {
    const expected = plainSql(naive, question).map((row) => (row as { id: number }).id)
    const found = await listRepos(memory, anonymous, question.query)
    if (found.nextCursor === null || found.repos.length === question.query.limit)
      deepStrictEqual(
        found.repos.map(({ id }) => id),
        expected,
      )
    const walked = (await listRepos(tables, anonymous, question.query)).repos.map(({ id }) => id)
    deepStrictEqual(walked, expected.slice(0, walked.length))
  }
}

async function measure<Name extends string>(
  questions: readonly Question[],
  contestants: Readonly<Record<Name, (question: Question) => unknown>>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(contestants) as Name[]
  const best = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  const all = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  const spent = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  // Taking turns, so that a busy moment of the machine affects all of them.
  for (const [i, question] of questions.entries()) {
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      if (spent[name] > maxMsPerContestant) continue
      const times: number[] = []
      for (let run = 0; run < tries; run++) {
        const started = performance.now()
        await contestants[name](question)
        times.push(performance.now() - started)
      }
      best[name].push(Math.min(...times))
      all[name].push(...times)
      spent[name] += times.reduce((sum, ms) => sum + ms, 0)
    }
  }
  return Object.fromEntries(
    names.map((name): [Name, Figures] => {
      const samples = best[name].length
      return [name, { samples, p50: quantile(best[name], 0.5), p99: quantile(best[name], 0.99), p99All: quantile(all[name], 0.99) }]
    }),
  ) as Record<Name, Figures>
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
