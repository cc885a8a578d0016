import type { TaskId } from './pipeline-types.ts'

/**
 * An example input or output of a demo. The fields are those that clients of `/api/tasks` know; `alt` is ours, for people
 * who do not see or hear the file.
 */
export type DemoEntry =
  | { readonly type: 'img' | 'audio'; readonly filename: string; readonly alt: string }
  | { readonly type: 'chart'; readonly data: readonly { readonly label: string; readonly score: number }[] }
  /** Rows of cells; the first row is the header. */
  | { readonly type: 'tabular'; readonly table: readonly (readonly string[])[] }
  | { readonly type: 'text'; readonly label: string; readonly content: string }
  /** Spans of the text: `start` inclusive, `end` exclusive, in UTF-16 units. */
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
  /** The quantity measured, how it is measured, and how to interpret the number. */
  readonly description: string
  readonly better: 'higher' | 'lower'
}

/** A picture or a sound for a demo, generated on request. */
export type DemoFile =
  | { readonly mediaType: 'image/svg+xml'; readonly make: () => string }
  | { readonly mediaType: 'audio/wav'; readonly make: () => Uint8Array }

/** The description of a task: everything on its page except this hub's models and datasets. All texts are ours. */
export interface TaskDetail {
  /** One paragraph. Its first sentence names the input and the output. */
  readonly summary: string
  /** Use cases: two to four. */
  readonly uses: readonly { readonly title: string; readonly text: string }[]
  /** The input a model expects, and its format. */
  readonly input: string
  /** The model's output, and how to interpret it. */
  readonly output: string
  readonly demo: { readonly inputs: readonly DemoEntry[]; readonly outputs: readonly DemoEntry[] }
  /** The files that the demo refers to. */
  readonly files?: Readonly<Record<string, DemoFile>>
  readonly metrics: readonly Metric[]
  /** More specific variants and settings of the task. */
  readonly variants: readonly { readonly name: string; readonly text: string }[]
  /** Tasks that readers confuse it with, or need before or after it. */
  readonly related: readonly TaskId[]
  /** The more general task that this is a special case of. */
  readonly canonicalId?: TaskId
  /** An introductory video, as listed in the published catalog. */
  readonly youtubeId?: string
}
