import { HubError } from '@portolan/contract'
import type { Actor, Hub } from '@portolan/hub'
import { cardPage } from './card-page.ts'
import type { RepoCardView } from './repo-view.ts'

/** A model of this hub to show code for, with the data to generate it from. */
export interface ModelExample {
  readonly fullName: string
  readonly path: string
  readonly isPrivate: boolean
  readonly gated: false | 'auto' | 'manual'
  readonly record: Record<string, unknown>
}

/** Code is shown for a model anyone can load; a gated or private one only if there is no other. */
export async function exampleOf(hub: Hub, actor: Actor, models: readonly RepoCardView[]): Promise<ModelExample | null> {
  const isOpen = ({ isPrivate, gated }: RepoCardView) => !isPrivate && gated === false
  for (const { fullName, path, isPrivate, gated } of [...models.filter(isOpen), ...models.filter((model) => !isOpen(model))]) {
    try {
      const { record } = await cardPage(hub, actor, 'model', fullName, '')
      return { fullName, path, isPrivate, gated, record }
    } catch (error) {
      // Deleted or emptied since it was listed: use the next one.
      if (!(error instanceof HubError) || !vanished.has(error.code)) throw error
    }
  }
  return null
}

const vanished: ReadonlySet<string> = new Set(['repo.not_found', 'revision.not_found'])
