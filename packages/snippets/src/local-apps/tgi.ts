import { lines, sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { askServer, containerNotes, containerVariables } from './parts.ts'

/** @see https://huggingface.co/docs/text-generation-inference — reads HF_ENDPOINT and HF_TOKEN through huggingface_hub */
export const app = defineApp({
  id: 'tgi',
  label: 'TGI',
  docs: 'https://huggingface.co/docs/text-generation-inference/',
  task: 'text-generation',
  offers: (facts) => facts.tags.has('text-generation-inference'),
  answer(facts, target) {
    return {
      steps: [
        {
          id: 'docker',
          title: 'Serve it from a container',
          code: lines('shell', [
            shellEndpoint(target),
            sh`
              docker run --gpus all --shm-size 1g -p 8080:80 \
                  -v "$PWD/data:/data" \
                  ${containerVariables(target)} \
                  ghcr.io/huggingface/text-generation-inference:latest --model-id ${facts.id}${shellRevision(target)}
            `,
          ]),
          notes: containerNotes(target),
        },
        askServer(facts, 8080, { model: 'tgi', isChat: true }),
      ],
    }
  },
})
