import { mentionCandidates, repoPath } from '@portolan/contract'
import { type CommentNames, type RenderedComment, renderingsOf } from '../../foundation/renderings/index.ts'
import type { Hub } from '../../hub.ts'
import type { Repo } from '../../repository/access/index.ts'

/** Maximum names looked up per text; in longer texts, only the first ones are linked. */
const maxCandidates = 200

/** Renders comments as HTML, in the given order. Names and numbers are looked up once for all of them. */
export async function renderComments(hub: Hub, repo: Repo, texts: readonly string[]): Promise<RenderedComment[]> {
  const candidates = texts.map((text) => {
    const { names, numbers } = mentionCandidates(text)
    return { names: names.slice(0, maxCandidates), numbers: numbers.slice(0, maxCandidates) }
  })
  const accounts = await namesOf(hub, [...new Set(candidates.flatMap(({ names }) => names))])
  const known = await existing(hub, repo, [...new Set(candidates.flatMap(({ numbers }) => numbers))])
  const renderings = renderingsOf(hub)
  const rendered: RenderedComment[] = []
  // Only a few at a time: the threads also render everyone's cards.
  for (let at = 0; at < texts.length; at += 8) {
    const some = texts.slice(at, at + 8).map((text, i) => {
      const { names, numbers } = candidates[at + i] ?? { names: [], numbers: [] }
      const named: CommentNames = {
        accounts: Object.fromEntries(names.flatMap((name) => (accounts.has(name) ? [[name, accounts.get(name) ?? name]] : []))),
        numbers: numbers.filter((number) => known.has(number)),
        repoPath: `/${repoPath(repo)}`,
      }
      return hub.config.renderComment(renderings, text, named)
    })
    rendered.push(...(await Promise.all(some)))
  }
  return rendered
}

/** Account names mentioned in a comment, outside code and links. */
export async function findMentions(hub: Hub, repo: Repo, markdown: string): Promise<readonly string[]> {
  if (!markdown.includes('@')) return []
  return (await renderComments(hub, repo, [markdown]))[0]?.mentions ?? []
}

/** Canonical spelling by lower-case name, for accounts that exist. */
async function namesOf(hub: Hub, names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let at = 0; at < names.length; at += 500) {
    const some = names.slice(at, at + 500)
    const rows = await hub.db.read
      .selectFrom('account')
      .select('name')
      .where((eb) => eb(eb.fn<string>('lower', ['name']), 'in', some))
      .execute()
    for (const { name } of rows) found.set(name.toLowerCase(), name)
  }
  return found
}

async function existing(hub: Hub, repo: Repo, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (let at = 0; at < numbers.length; at += 500) {
    const some = numbers.slice(at, at + 500)
    const rows = await hub.db.read.selectFrom('discussion').select('num').where('repo_id', '=', repo.id).where('num', 'in', some).execute()
    for (const { num } of rows) found.add(num)
  }
  return found
}
