import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counted } from './figures.ts'
import type { Work } from './matrix.ts'
import { clientsFolder } from './client-sandbox.ts'

const file = join(clientsFolder, 'earlier-runs.jsonl')

/**
 * Runs from earlier the same day without differences, so that an interrupted run of the whole matrix can resume. A run with another release is a
 * different run.
 */
export class EarlierRuns {
  readonly #day = new Date().toISOString().slice(0, 10)
  /** The code that runs and compares: after a change, no earlier run counts. */
  readonly #harness = createHash('sha256')
    .update(
      readdirSync(import.meta.dirname)
        .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
        .join('\n'),
    )
    .digest('base64')
  readonly #found = new Map<string, Counted>()

  constructor() {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    // The last line may be incomplete.
    for (const line of lines.slice(0, -1)) {
      const [key, run] = JSON.parse(line) as [string, Counted]
      this.#found.set(key, run)
    }
  }

  find(work: Work, release: string): Counted | null {
    return this.#found.get(this.#key(work, release)) ?? null
  }

  add(work: Work, release: string, run: Counted): void {
    if (!run.different) appendFileSync(file, `${JSON.stringify([this.#key(work, release), run])}\n`)
  }

  #key({ snippet, scene }: Work, release: string): string {
    return createHash('sha256')
      .update(JSON.stringify([this.#day, this.#harness, snippet, scene, release]))
      .digest('base64')
  }
}
