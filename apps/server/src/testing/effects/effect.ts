import type { TestApp } from '../open-test-app.ts'
import type { TestServerOptions } from '../start-test-server.ts'

export type Settings = NonNullable<TestServerOptions['settings']>

/** The observable effect of a setting: two values, two responses. */
export type Effect = SharedEffect | OwnEffect

/** Observed on a pair of servers that many settings share: the first has the first value of each, the second the second. */
export interface SharedEffect {
  readonly values: readonly [string, string]
  readonly seen: readonly [unknown, unknown]
  see(server: TestApp): Promise<unknown>
}

/** Observed on dedicated servers. */
export interface OwnEffect {
  readonly seen: readonly [unknown, unknown]
  /** @returns the observation for each value */
  compare(): Promise<[unknown, unknown]>
}
