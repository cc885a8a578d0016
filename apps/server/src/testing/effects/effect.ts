import type { TestApp } from '../open-test-app.ts'
import type { TestServerOptions } from '../start-test-server.ts'

export type Settings = NonNullable<TestServerOptions['settings']>

/** What a setting does, seen from outside: two values, two answers. */
export type Effect = SharedEffect | OwnEffect

/** Seen on a pair of servers that many settings share: the first has the first value of each, the second the second. */
export interface SharedEffect {
  readonly values: readonly [string, string]
  readonly seen: readonly [unknown, unknown]
  see(server: TestApp): Promise<unknown>
}

/** Seen on servers of its own. */
export interface OwnEffect {
  readonly seen: readonly [unknown, unknown]
  /** @returns what was seen with each value */
  compare(): Promise<[unknown, unknown]>
}
