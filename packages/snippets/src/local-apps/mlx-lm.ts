import { lines, sh } from '../code/index.ts'
import type { Draft } from '../library.ts'
import { defineApp } from '../local-app.ts'
import { noRevision, shellEndpoint } from '../preamble.ts'
import { askServer } from './parts.ts'
import { isMlx } from './predicates.ts'

/** @see https://github.com/ml-explore/mlx-lm — reads HF_ENDPOINT and HF_TOKEN through huggingface_hub */
export const app = defineApp({
  id: 'mlx-lm',
  label: 'MLX LM',
  docs: 'https://github.com/ml-explore/mlx-lm',
  task: 'text-generation',
  offers: (facts) => isMlx(facts) && facts.task === 'text-generation',
  answer(facts, target) {
    const endpoint = shellEndpoint(target)
    const steps: Draft[] = [{ id: 'install', title: 'Install', code: sh`uv tool install mlx-lm` }]
    if (facts.isConversational)
      steps.push(
        { id: 'chat', title: 'Chat in the terminal', code: lines('shell', [endpoint, sh`mlx_lm.chat --model ${facts.id}`]) },
        { id: 'server', title: 'Or serve it', code: lines('shell', [endpoint, sh`mlx_lm.server --model ${facts.id} --port 8080`]) },
        askServer(facts, 8080),
      )
    else
      steps.push({
        id: 'generate',
        title: 'Write on',
        code: lines('shell', [endpoint, sh`mlx_lm.generate --model ${facts.id} --prompt ${'Once upon a time'}`]),
      })
    return { steps, notes: noRevision(target, 'The command line of MLX LM') }
  },
})
