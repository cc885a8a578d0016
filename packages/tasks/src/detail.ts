import type { TaskId } from './pipeline-types.ts'

/**
 * What a demonstration shows of an input or an output. The entries are those that clients of `/api/tasks` know; `alt` is ours, for people
 * who do not see or hear the file.
 */
export type DemoEntry =
  | { readonly type: 'img' | 'audio'; readonly filename: string; readonly alt: string }
  | { readonly type: 'chart'; readonly data: readonly { readonly label: string; readonly score: number }[] }
  /** Rows of cells; the first row is the head. */
  | { readonly type: 'tabular'; readonly table: readonly (readonly string[])[] }
  | { readonly type: 'text'; readonly label: string; readonly content: string }
  /** Stretches of the text: `start` inclusive, `end` exclusive, in UTF-16 units. */
  | {
      readonly type: 'text-with-tokens'
      readonly text: string
      readonly tokens: readonly { readonly type: string; readonly start: number; readonly end: number }[]
    }

/** How results of a task are measured. */
export interface Metric {
  /** As evaluation libraries and cards name it. */
  readonly id: string
  readonly name: string
  /** What is counted, how, and how to read the figure. */
  readonly description: string
  readonly better: 'higher' | 'lower'
}

/** A picture or a sound of a demonstration, made by code when it is asked for. */
export type DemoFile =
  | { readonly mediaType: 'image/svg+xml'; readonly make: () => string }
  | { readonly mediaType: 'audio/wav'; readonly make: () => Uint8Array }

/** What a task is, in words: everything that its page tells beside what this hub holds. All texts are ours. */
export interface TaskDetail {
  /** One paragraph. Its first sentence says what goes in and what comes out. */
  readonly summary: string
  /** What people do with it: two to four. */
  readonly uses: readonly { readonly title: string; readonly text: string }[]
  /** What a model expects, and in which form. */
  readonly input: string
  /** What it gives back, and how to read it. */
  readonly output: string
  readonly demo: { readonly inputs: readonly DemoEntry[]; readonly outputs: readonly DemoEntry[] }
  /** The files that the demonstration names. */
  readonly files?: Readonly<Record<string, DemoFile>>
  readonly metrics: readonly Metric[]
  /** More precise kinds and settings of the task. */
  readonly variants: readonly { readonly name: string; readonly text: string }[]
  /** Tasks that readers confuse it with, or need before or after it. */
  readonly related: readonly TaskId[]
  /** The more general task that this one is a case of. */
  readonly canonicalId?: TaskId
  /** A video that introduces the task, as the published catalogue names it. */
  readonly youtubeId?: string
}
