import type { Hub } from '../../hub.ts'
import { engineRefuses, type LocalEngine, localEngine } from '../inference/index.ts'
import { asSystem, isEnabled, toRepo, visibility, type WithContent } from '../../repository/access/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { findRevision } from '../../repository/revisions/index.ts'
import { type EmbeddingModel, semanticState } from './semantic-state.ts'

/** How long a choice is cached: a push to the model is noticed after that. */
const choiceMs = 15_000
/** How many models `auto` considers. */
const maxLooked = 50

/** The embedding model and the engine that runs it; `null` when either is missing. */
export async function embeddingModel(hub: Hub): Promise<{ readonly model: EmbeddingModel; readonly engine: LocalEngine } | null> {
  const engine = localEngine(hub)
  const state = semanticState(hub)
  if (state.setting === 'off' || engine === null || engine.unavailable !== null) return null
  if (state.model === null || state.model.until <= performance.now()) {
    state.model = { value: await choose(hub, engine), until: performance.now() + choiceMs }
  }
  return state.model.value === null ? null : { model: state.model.value, engine }
}

async function choose(hub: Hub, engine: LocalEngine): Promise<EmbeddingModel | null> {
  const { setting, broken } = semanticState(hub)
  if (setting === 'off') return null
  if (setting !== 'auto') {
    const repo = await byName(hub, setting.repo)
    return repo === null ? null : await at(hub, repo, setting.revision ?? 'HEAD')
  }
  for (const repo of await candidates(hub)) {
    if ((await engineRefuses(hub, engine, repo)) !== null) continue
    const model = await at(hub, repo, 'HEAD')
    if (model !== null && !broken.has(model.key)) return model
  }
  return null
}

async function at(hub: Hub, repo: WithContent, revision: string): Promise<EmbeddingModel | null> {
  const found = await findRevision(hub, repo, revision)
  if (found === null) return null
  return { key: `${repo.uid}:${found.commitOid}`, repoUid: repo.uid, id: repo.fullName, commit: found.commitOid }
}

/** The owner's choice may be private or gated: only its vectors are used. */
async function byName(hub: Hub, fullName: string): Promise<WithContent | null> {
  const [owner = '', name = ''] = fullName.toLowerCase().split('/')
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('kind', '=', kindOf('model'))
    .where('vis', '<', visibility.deleted)
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name))
    .executeTakeFirst()
  return row ? asSystem(toRepo(row)) : null
}

/** Oldest first: nobody can displace the chosen one with an upload. */
async function candidates(hub: Hub): Promise<WithContent[]> {
  const rows = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('kind', '=', kindOf('model'))
    .where('vis', '=', visibility.public)
    .where('pipeline_tag', 'in', ['sentence-similarity', 'feature-extraction'])
    .orderBy('id')
    .limit(maxLooked)
    .execute()
  // The hub's own choice, so permissions do not matter; see {@link byName}.
  return rows
    .map(toRepo)
    .filter((repo) => isEnabled(repo) && repo.gated === false)
    .map(asSystem)
}
