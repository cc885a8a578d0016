import {
  type Actor,
  type RepoFacts,
  type Hub,
  canReadContent,
  isEnabled,
  type Repo,
  type WithContent,
  listRepos,
  readSpaceConfig,
  signSpaceLink,
  spaceAddress,
  spaceLog,
  subdomainsOf,
} from '@portolan/hub'

/** A Space's look in a listing. */
export interface SpaceLook {
  readonly title: string | null
  readonly emoji: string | null
  readonly colorFrom: string | null
  readonly colorTo: string | null
  readonly shortDescription: string | null
}

/** A Space's app on its page. */
export interface SpaceView extends SpaceLook {
  /** URL of the app for a frame; `null` when there is none to show, and `problem` says why. */
  readonly src: string | null
  /** Public URL; `null` for a private one. */
  readonly publicAddress: string | null
  /** Whether the app has its own origin, and so may store data in the browser. */
  readonly hasOrigin: boolean
  readonly problem: string | null
  readonly models: readonly string[]
  readonly datasets: readonly string[]
  readonly log: readonly { readonly at: string; readonly text: string }[]
}

export function toSpaceLook(facts: RepoFacts | null | undefined): SpaceLook {
  const { title, emoji, colorFrom, colorTo, shortDescription } = readSpaceConfig(facts?.cardData)
  return { title, emoji, colorFrom, colorTo, shortDescription }
}

/** @param paths of the served files */
export async function spaceView(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  { facts, paths, origin }: { facts: RepoFacts | null; paths: readonly string[]; origin: string },
): Promise<SpaceView> {
  const config = readSpaceConfig(facts?.cardData)
  const linked = (prefix: string) => repo.tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
  const problem = !canReadContent(actor, repo)
    ? isEnabled(repo)
      ? 'It is gated: request access to see it.'
      : 'It is disabled.'
    : (config.sdk ?? repo.sdk) !== 'static'
      ? `This hub serves static Spaces. This one wants ${config.sdk ?? repo.sdk ?? 'no SDK'}, which needs a machine to run on.`
      : paths.includes(config.appFile)
        ? null
        : `There is no ${config.appFile} yet: that is its first page.`
  const subdomain = (await subdomainsOf(hub, [repo])).get(repo.id) ?? ''
  const address = `${spaceAddress(hub, repo, subdomain, origin)}/`
  const isOpen = repo.visibility === 'public' && repo.gated === false
  const { spacesHost } = hub.config
  const frame = async (held: WithContent) => {
    if (isOpen || actor.kind !== 'user') return spacesHost === null ? new URL(address).pathname : address
    const token = await signSpaceLink(hub, held, actor)
    return spacesHost === null ? `/-/spaces/~${token}/` : `${address}~${token}/`
  }
  return {
    ...toSpaceLook(facts),
    src: problem === null && canReadContent(actor, repo) ? await frame(repo) : null,
    publicAddress: isOpen && problem === null ? address : null,
    hasOrigin: spacesHost !== null,
    problem,
    models: linked('model:'),
    datasets: linked('dataset:'),
    log: canReadContent(actor, repo) ? (await spaceLog(hub, repo)).map(({ at, text }) => ({ at: at.toISOString(), text })) : [],
  }
}

/** Spaces whose cards name this model or dataset, among those the actor may see. */
export async function spacesUsing(hub: Hub, actor: Actor, repo: Repo): Promise<{ fullName: string; path: string }[]> {
  if (repo.type === 'space') return []
  const { repos } = await listRepos(hub, actor, { type: 'space', sort: 'likes', tags: [`${repo.type}:${repo.fullName}`], limit: 8 })
  return repos.map(({ fullName }) => ({ fullName, path: `/spaces/${fullName}` }))
}
