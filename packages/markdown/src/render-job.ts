import type { Named } from './card-mentions.ts'
import type { PictureRules } from './card-pictures.ts'
import type { CardHeading } from './card-structure.ts'

/** Requests to a render thread. */
export type RenderJob =
  | {
      readonly kind: 'card'
      readonly markdown: string
      readonly linkBase: string
      readonly rawBase: string
      readonly pictures: PictureRules
    }
  | {
      readonly kind: 'comment'
      readonly markdown: string
      readonly linkBase: string
      readonly rawBase: string
      readonly pictures: PictureRules
      readonly named: Named
    }
  | { readonly kind: 'source'; readonly text: string; readonly language: string }

export type RenderResult =
  | { readonly kind: 'card'; readonly html: string; readonly toc: readonly CardHeading[] }
  | { readonly kind: 'comment'; readonly html: string; readonly mentions: readonly string[] }
  | { readonly kind: 'source'; readonly html: string }

/** Messages from a render thread: ready, the result, or why there is none. */
export type RenderMessage = { readonly ready: true } | { readonly result: RenderResult } | { readonly error: string }
