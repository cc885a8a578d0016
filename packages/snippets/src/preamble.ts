import { type Block, env, js, lines, py, sh, when } from './code/index.ts'
import type { Note } from './library.ts'
import { needsLogin, revisionOf, type Target } from './target.ts'

/** The lines that make Python hub clients use this hub: `huggingface_hub` reads HF_ENDPOINT once, when it is first imported. */
export function pythonEndpoint(target: Target): Block | undefined {
  if (target.isHuggingFace) return undefined
  return py`
    import os

    os.environ["HF_ENDPOINT"] = ${target.endpoint}  # before the imports below
  `
}

/** A self-contained Python block: the endpoint, then the code. */
export function pythonBlock(target: Target, code: Block): Block {
  return lines('python', [pythonEndpoint(target), code], 1)
}

/** `, revision="…"` for a specific revision. */
export function pythonRevision(target: Target): Block | undefined {
  const revision = revisionOf(target)
  return when(revision !== null, py`, revision=${revision}`)
}

/** Downloads the files of a model at the revision, for loaders that only read folders or accept no revision: sets `path`. */
export function pythonSnapshot(facts: { readonly id: string }, target: Target): Block {
  return py`path = snapshot_download(${facts.id}${pythonRevision(target)})`
}

/** For loaders that accept no revision: no note for the default branch. */
export function noRevision(target: Target, loader: string): Note[] {
  if (revisionOf(target) === null) return []
  return [{ code: 'no-revision', text: `${loader} takes no revision: the default branch is loaded.` }]
}

/** For tools that support one hub only. */
export function endpointIgnored(target: Target, tool: string): Note[] {
  if (target.isHuggingFace) return []
  return [{ code: 'endpoint-ignored', text: `${tool} reads no HF_ENDPOINT and loads from huggingface.co, not from this hub.` }]
}

/** The `hf` command-line option ` --revision …` for a specific revision. */
export function shellRevision(target: Target): Block | undefined {
  const revision = revisionOf(target)
  return when(revision !== null, sh` --revision ${revision ?? ''}`)
}

export function shellEndpoint(target: Target): Block | undefined {
  return when(!target.isHuggingFace, sh`export HF_ENDPOINT=${target.endpoint}`)
}

/** transformers.js does not read HF_ENDPOINT, and sends its built-in token to huggingface.co only (version 4, `env.remoteHost`, `env.fetch`). */
export function transformersJsEndpoint(target: Target): Block | undefined {
  if (target.isHuggingFace) return undefined
  return lines('javascript', [
    js`env.remoteHost = ${`${target.endpoint}/`}`,
    when(
      needsLogin(target),
      js`
        env.fetch = (url, options = {}) => {
            const headers = new Headers(options.headers)
            if (String(url).startsWith(env.remoteHost)) headers.set("Authorization", ${'Bearer '} + ${env('HF_TOKEN')})
            return fetch(url, { ...options, headers })
        }
      `,
    ),
  ])
}
