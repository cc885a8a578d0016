import { js, lines, py, sh, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import type { Draft } from '../library.ts'
import { pythonBlock, pythonRevision, shellEndpoint } from '../preamble.ts'
import { env } from '../code/index.ts'
import { needsLogin, revisionOf, type Target } from '../target.ts'

const kindNames = { model: null, dataset: 'dataset', space: 'space' } as const
export type RepoKind = keyof typeof kindNames

/** How to download a whole repository with the standard clients: for every repo, and the only code for unknown libraries. */
export function fileDrafts(facts: Pick<ModelFacts, 'id'>, target: Target, kind: RepoKind): Draft[] {
  const revision = revisionOf(target)
  const type = kindNames[kind]
  const shell = lines('shell', [
    shellEndpoint(target),
    sh`hf download ${facts.id}${when(type !== null, sh` --repo-type ${type ?? ''}`)}${when(revision !== null, sh` --revision ${revision ?? ''}`)}`,
  ])
  const python = py`
    from huggingface_hub import snapshot_download

    path = snapshot_download(${facts.id}${when(type !== null, py`, repo_type=${type}`)}${pythonRevision(target)})
    print(path)
  `
  const repo = kind === 'model' ? js`${facts.id}` : js`${{ type: kind, name: facts.id }}`
  const options = [
    js`repo: ${repo},`,
    when(revision !== null, js`revision: ${revision},`),
    when(!target.isHuggingFace, js`hubUrl: ${target.endpoint},`),
    when(needsLogin(target), js`accessToken: ${env('HF_TOKEN')},`),
  ]
  const javascript = js`
    import { snapshotDownload } from "@huggingface/hub"

    const path = await snapshotDownload({
        ${lines('javascript', options)}
    })
    console.log(path)
  `
  return [
    { id: 'cli', title: 'Download with the command line', code: shell },
    { id: 'python', title: 'Download in Python', code: pythonBlock(target, python) },
    { id: 'javascript', title: 'Download in Node', code: javascript },
  ]
}
