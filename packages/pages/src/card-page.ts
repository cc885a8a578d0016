import type { RepoType } from '@portolan/contract'
import { type BrowserWeights, browserWeights } from '@portolan/tasks'
import {
  type Actor,
  downloadHistory,
  type FactsWarning,
  type Hub,
  readRepoFacts,
  listFiles,
  listRefs,
  resolveRevision,
  type TreeEntry,
  similarModels,
  renderingsOf,
} from '@portolan/hub'
import { renderCard } from '@portolan/markdown'
import { chatTemplates } from './chat-template-page.ts'
import { quantizationsOf, type QuantizationsView } from './quantizations.ts'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'
import { type ResultGroup, resultGroups } from './results-view.ts'
import { spacesUsing, type SpaceView, spaceView } from './space-view.ts'

export interface CardPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly commitOid: string
  readonly branches: readonly string[]
  readonly cardHtml: string | null
  readonly toc: readonly { readonly id: string; readonly text: string; readonly depth: number }[]
  /** Front matter, one row per top-level key, values as short text. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[]
  readonly warnings: readonly FactsWarning[]
  readonly facts: {
    readonly tensorTypes: readonly { readonly type: string; readonly count: number }[]
    readonly architecture: string | null
    readonly contextLength: number | null
    readonly baseModels: { readonly relation: string; readonly ids: readonly string[] } | null
    readonly languages: readonly string[]
    readonly datasets: readonly string[]
    readonly chatTemplate: boolean
    /** Results that the card reports. */
    readonly results: readonly ResultGroup[]
  }
  /** The GGUF files of a model. */
  readonly quantizations: QuantizationsView
  /** The model's weights in formats that browsers can load. */
  readonly weights: BrowserWeights
  /** Downloads per day, oldest first. */
  readonly downloadHistory: readonly number[]
  readonly fileCount: number
  /** Models with similar cards; empty without an embedding model. */
  readonly similar: readonly { readonly fullName: string; readonly path: string; readonly task: string | null }[]
  /** For a Space: its app. */
  readonly space: SpaceView | null
  /** Spaces that name this model or dataset. */
  readonly spaces: readonly { readonly fullName: string; readonly path: string }[]
  /** The data that snippets are generated from (in the API's format). */
  readonly record: Record<string, unknown>
}

/** The main page of a repo: its card, its facts, and the data for its snippets. */
export async function cardPage(hub: Hub, actor: Actor, type: RepoType, fullName: string, origin: string): Promise<CardPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const facts = await readRepoFacts(hub, repo)
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const files = await listFiles(hub, repo, commitOid)
  const readme = files.find(({ path }) => path === 'README.md')
  const body = facts?.cardBody?.trim() ? facts.cardBody : null
  const rendered =
    body !== null && readme !== undefined
      ? await renderCard(renderingsOf(hub), {
          markdown: body,
          cacheKey: `card:${readme.oid}:${header.path}`,
          linkBase: `${header.path}/blob/main/`,
          rawBase: `${header.path}/resolve/main/`,
        })
      : null
  const { branches } = await listRefs(hub, repo)
  return {
    header,
    movedTo,
    commitOid,
    branches: branches.map(({ name }) => name),
    cardHtml: rendered?.html ?? null,
    toc: rendered?.toc ?? [],
    metadata: metadataRows(facts?.cardData ?? null),
    warnings: facts?.warnings ?? [],
    facts: {
      tensorTypes: Object.entries(facts?.safetensors?.parameters ?? {}).map(([name, count]) => ({ type: name, count })),
      architecture: textOf(facts?.gguf?.['architecture']) ?? textOf(facts?.config?.['model_type']),
      contextLength: typeof facts?.gguf?.['context_length'] === 'number' ? facts.gguf['context_length'] : null,
      baseModels: facts?.baseModels ?? null,
      languages: facts?.languages ?? [],
      datasets: repo.tags.filter((tag) => tag.startsWith('dataset:')).map((tag) => tag.slice('dataset:'.length)),
      chatTemplate: type === 'model' && chatTemplates(facts?.config ?? null, facts?.gguf ?? null).length > 0,
      results: type === 'model' ? resultGroups(facts?.modelIndex ?? null) : [],
    },
    quantizations: quantizationsOf(type === 'model' ? files.filter(isFile) : [], facts?.ggufModels ?? []),
    weights: type === 'model' ? browserWeights(files.filter(isFile)) : {},
    downloadHistory: await downloadHistory(hub, repo),
    fileCount: files.length,
    similar: ((await similarModels(hub, actor, repo, 6))?.hits ?? []).map(({ repo: other }) => ({
      fullName: other.fullName,
      path: `/${other.fullName}`,
      task: other.pipelineTag,
    })),
    space: type === 'space' ? await spaceView(hub, actor, repo, { facts, paths: files.map(({ path }) => path), origin }) : null,
    spaces: await spacesUsing(hub, actor, repo),
    record: {
      id: repo.fullName,
      tags: repo.tags,
      pipeline_tag: repo.pipelineTag,
      library_name: repo.library,
      mask_token: facts?.maskToken,
      widgetData: facts?.widgetData,
      config: facts?.config,
      cardData: facts?.cardData,
      transformersInfo: facts?.transformersInfo,
      gguf: facts?.gguf,
      safetensors: facts?.safetensors,
      siblings: files.filter(isFile).map(({ path }) => ({ rfilename: path })),
    },
  }
}

function isFile({ type }: TreeEntry): boolean {
  return type === 'file'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const maxValueLength = 400

function metadataRows(card: Record<string, unknown> | null): { key: string; value: string }[] {
  return Object.entries(card ?? {})
    .slice(0, 60)
    .map(([key, value]) => ({ key, value: shortText(value) }))
}

function shortText(value: unknown): string {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  const text = isPlainList ? value.join(', ') : typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}
