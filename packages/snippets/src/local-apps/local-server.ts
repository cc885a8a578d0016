import { lines, sh } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import type { Draft } from '../library.ts'
import { shellEndpoint } from '../preamble.ts'
import type { Target } from '../target.ts'
import { chooseFile, downloadStep, filePath, idWithQuant, isPublishedDefault } from './parts.ts'
import { isMlx } from './predicates.ts'

/** Steps that serve the model at an OpenAI-compatible address, for agents that call one: port 8080 of the local machine. */
export function serverSteps(facts: ModelFacts, target: Target): { readonly steps: readonly Draft[]; readonly model: string } {
  if (isMlx(facts) && !facts.hasGguf)
    return {
      steps: [
        { id: 'server-install', title: 'Install a server', code: sh`uv tool install mlx-lm` },
        {
          id: 'server',
          title: 'Start it, and leave it running',
          code: lines('shell', [shellEndpoint(target), sh`mlx_lm.server --model ${facts.id} --port 8080`]),
        },
      ],
      model: facts.id,
    }
  const isPublished = isPublishedDefault(target)
  const model = isPublished ? sh`-hf ${idWithQuant(facts)}` : sh`-m ${filePath(chooseFile(facts))}`
  return {
    steps: [
      { id: 'server-install', title: 'Install a server', code: sh`brew install llama.cpp` },
      ...(isPublished ? [] : [downloadStep(facts, target)]),
      { id: 'server', title: 'Start it, and leave it running', code: sh`llama-server ${model} --jinja --port 8080` },
    ],
    model: idWithQuant(facts),
  }
}
