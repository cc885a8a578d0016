import { lines, sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { askServer, containerNotes, containerVariables } from './parts.ts'
import { isServedQuantization, isTextServed } from './predicates.ts'

/** @see https://docs.sglang.io — reads HF_ENDPOINT and HF_TOKEN through huggingface_hub */
export const app = defineApp({
  id: 'sglang',
  label: 'SGLang',
  docs: 'https://docs.sglang.io',
  task: 'text-generation',
  offers: (facts) => isTextServed(facts) && (isServedQuantization(facts) || facts.tags.has('transformers')),
  answer(facts, target) {
    return {
      steps: [
        { id: 'install', title: 'Install', code: sh`pip install sglang` },
        {
          id: 'serve',
          title: 'Serve it',
          code: lines('shell', [
            shellEndpoint(target),
            sh`python3 -m sglang.launch_server --model-path ${facts.id}${shellRevision(target)} --host 0.0.0.0 --port 30000`,
          ]),
        },
        askServer(facts, 30000),
        {
          id: 'docker',
          title: 'Or serve it from a container',
          code: lines('shell', [
            shellEndpoint(target),
            sh`
              docker run --gpus all --shm-size 32g --ipc=host -p 30000:30000 \
                  -v ~/.cache/huggingface:/root/.cache/huggingface \
                  ${containerVariables(target)} \
                  lmsysorg/sglang:latest \
                  python3 -m sglang.launch_server --model-path ${facts.id}${shellRevision(target)} --host 0.0.0.0 --port 30000
            `,
          ]),
          notes: containerNotes(target),
        },
      ],
    }
  },
})
