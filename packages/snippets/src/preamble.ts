import { type Block, env, js, lines, py, sh, when } from './code/index.ts'
import type { Note } from './library.ts'
import { needsLogin, revisionOf, type Target } from './target.ts'

/**
 * The lines that make Python clients of the hub use this one: `huggingface_hub` reads HF_ENDPOINT once, when it is first imported.
 */
export function pythonEndpoint(target: Target): Block | undefined {
  if (target.isHuggingFace) return undefined
  return py`
    import os

    os.environ["HF_ENDPOINT"] = ${target.endpoint}  # before the imports below
  `
}

/** A Python block that runs by itself: the endpoint, then the code. */
export function pythonBlock(target: Target, code: Block): Block {
  return lines('python', [pythonEndpoint(target), code], 1)
}

/** `, revision="…"` when one is meant. */
export function pythonRevision(target: Target): Block | undefined {
  const revision = revisionOf(target)
  return when(revision !== null, py`, revision=${revision}`)
}

/** The files of a model at the revision, for loaders that read folders only or take no revision: sets `path`. */
export function pythonSnapshot(facts: { readonly id: string }, target: Target): Block {
  return py`path = snapshot_download(${facts.id}${pythonRevision(target)})`
}

/** For loaders that take no revision: nothing to say while the default branch is meant. */
export function noRevision(target: Target, loader: string): Note[] {
  if (revisionOf(target) === null) return []
  return [{ code: 'no-revision', text: `${loader} takes no revision: the default branch is loaded.` }]
}

/** For tools that know one hub only. */
export function endpointIgnored(target: Target, tool: string): Note[] {
  if (target.isHuggingFace) return []
  return [{ code: 'endpoint-ignored', text: `${tool} reads no HF_ENDPOINT and loads from huggingface.co, not from this hub.` }]
}

/** `, revision` for the `hf` command line: ` --revision …` when one is meant. */
export function shellRevision(target: Target): Block | undefined {
  const revision = revisionOf(target)
  return when(revision !== null, sh` --revision ${revision ?? ''}`)
}

export function shellEndpoint(target: Target): Block | undefined {
  return when(!target.isHuggingFace, sh`export HF_ENDPOINT=${target.endpoint}`)
}

/** transformers.js reads no HF_ENDPOINT, and sends its built-in token to huggingface.co only (version 4, `env.remoteHost`, `env.fetch`). */
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
