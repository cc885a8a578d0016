import { lines, sh, when } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { askServer, containerNotes, containerVariables } from './parts.ts'
import { isGguf, isServedQuantization, isTextServed } from './predicates.ts'

/** @see https://docs.vllm.ai — reads HF_ENDPOINT and HF_TOKEN through huggingface_hub */
export const app = defineApp({
  id: 'vllm',
  label: 'vLLM',
  docs: 'https://docs.vllm.ai',
  task: 'text-generation',
  offers: (facts) => isTextServed(facts) && (isServedQuantization(facts) || isGguf(facts) || facts.tags.has('transformers')),
  answer(facts, target) {
    const isMistral = facts.tags.has('mistral-common')
    const flags = when(
      isMistral,
      sh` --tokenizer_mode mistral --config_format mistral --load_format mistral --tool-call-parser mistral --enable-auto-tool-choice`,
    )
    return {
      steps: [
        { id: 'install', title: 'Install', code: sh`pip install vllm${when(isMistral, sh` mistral-common`)}` },
        {
          id: 'serve',
          title: 'Serve it',
          code: lines('shell', [shellEndpoint(target), sh`vllm serve ${facts.id}${shellRevision(target)}${flags}`]),
        },
        askServer(facts, 8000),
        {
          id: 'docker',
          title: 'Or serve it from a container',
          code: lines('shell', [
            shellEndpoint(target),
            sh`
              docker run --runtime nvidia --gpus all --ipc=host -p 8000:8000 \
                  -v ~/.cache/huggingface:/root/.cache/huggingface \
                  ${containerVariables(target)} \
                  vllm/vllm-openai:latest --model ${facts.id}${shellRevision(target)}${flags}
            `,
          ]),
          notes: containerNotes(target),
        },
      ],
    }
  },
})
