import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  /** One entry per failed test or part: its name, and the start of its message. */
  failed: string[]
  /** One entry per skipped test or part: its name. */
  skipped: string[]
}

export function noCounts(): Counts {
  return { passed: 0, failed: [], skipped: [] }
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** Reads Vitest's JSON report. A file that failed to load counts as one failure, and so does a missing report. */
export function vitestCounts(file: string): Counts {
  const counts = noCounts()
  if (!existsSync(file)) return { ...counts, failed: [noReport(file)] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  for (const { name, status, message = '', assertionResults } of report.testResults) {
    const place = name.split('/').slice(-3).join('/')
    if (assertionResults.length === 0 && status === 'failed') counts.failed.push(failure(`${place}: did not load`, message))
    for (const result of assertionResults) {
      if (result.status === 'passed') counts.passed++
      else if (result.status === 'failed')
        counts.failed.push(failure(`${place}: ${result.fullName}`, result.failureMessages?.join('\n') ?? ''))
      else counts.skipped.push(`${place}: ${result.fullName}`)
    }
  }
  // A run without any tests has not proven anything.
  if (counts.passed + counts.failed.length === 0) counts.failed.push(`${file}: no test ran`)
  return counts
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; results: { errors?: { message?: string }[] }[] }[] }[]
}

/** Reads Playwright's JSON report. A flaky test counts as failed. */
export function playwrightCounts(file: string): Counts {
  const counts = noCounts()
  if (!existsSync(file)) return { ...counts, failed: [noReport(file)] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightSuite & { errors?: { message?: string }[] }
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      for (const { status, results } of spec.tests) {
        const errors = results.flatMap((result) => result.errors ?? []).map(({ message = '' }) => message)
        if (status === 'expected') counts.passed++
        else if (status === 'skipped') counts.skipped.push(`e2e/web: ${spec.title}`)
        else counts.failed.push(failure(`e2e/web: ${spec.title}`, errors.join('\n')))
      }
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  visit(report)
  for (const { message = '' } of report.errors ?? []) counts.failed.push(failure('e2e/web', message))
  if (counts.passed + counts.failed.length === 0) counts.failed.push(`${file}: no test ran`)
  return counts
}

function noReport(file: string): string {
  return `${file}: the report is missing`
}

/** Maximum lines of a message to print at the end of a run. */
const toldLines = 12

/** Formats a failure in a few lines, without colors. */
function failure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
  return [name, ...lines.slice(0, toldLines).map((line) => `    ${line}`)].join('\n')
}
