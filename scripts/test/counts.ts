import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
  /** One entry per skipped test or part: its name. */
  skipped: string[]
}

export function noCounts(): Counts {
  return { passed: 0, failed: 0, skipped: [] }
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Reads Vitest's JSON report. A file that did not load counts as one failure; so does a report that is missing. */
export function vitestCounts(file: string): Counts {
  const counts = noCounts()
  if (!existsSync(file)) return { ...counts, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  for (const { name, status, assertionResults } of report.testResults) {
    if (assertionResults.length === 0 && status === 'failed') counts.failed++
    for (const result of assertionResults) {
      if (result.status === 'passed') counts.passed++
      else if (result.status === 'failed') counts.failed++
      else counts.skipped.push(`${name.split('/').slice(-3).join('/')}: ${result.fullName}`)
    }
  }
  // No test at all means that nothing was proven.
  if (counts.passed + counts.failed === 0) counts.failed++
  return counts
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string }[] }[]
}

/** Reads Playwright's JSON report. A flaky test counts as failed. */
export function playwrightCounts(file: string): Counts {
  const counts = noCounts()
  if (!existsSync(file)) return { ...counts, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightSuite & { errors?: unknown[] }
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        if (status === 'expected') counts.passed++
        else if (status === 'skipped') counts.skipped.push(`e2e/web: ${spec.title}`)
        else counts.failed++
      }
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  visit(report)
  if ((report.errors?.length ?? 0) > 0 || counts.passed + counts.failed === 0) counts.failed++
  return counts
}
