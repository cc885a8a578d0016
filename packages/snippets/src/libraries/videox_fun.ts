import { comment, fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** Applications, by the names of the models they are for. */
const applications = [
  { pattern: /wan2\.2.*fun/i, folder: 'wan2.2_fun' },
  { pattern: /wan2\.2/i, folder: 'wan2.2' },
  { pattern: /wan2\.1.*fun/i, folder: 'wan2.1_fun' },
  { pattern: /wan2\.1/i, folder: 'wan2.1' },
  { pattern: /cogvideox/i, folder: 'cogvideox_fun' },
] as const

/** Its applications list the models in models/Diffusion_Transformer. @see https://github.com/aigc-apps/VideoX-Fun — its main branch */
export const library = defineLibrary({
  id: 'videox_fun',
  label: 'VideoX Fun',
  repo: 'https://github.com/aigc-apps/VideoX-Fun',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/aigc-apps/VideoX-Fun.git', requirements: 'requirements.txt' },
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const application = applicationOf(facts)
    if (application === null)
      return {
        drafts: [],
        notes: [
          {
            code: 'no-variant',
            text: 'There is an application for models of Wan 2.1 and 2.2 and of CogVideoX, told by their names. For others the examples of its repository are scripts in which the model is filled in.',
          },
        ],
      }
    // A name that is not a plain folder name is not used in a path.
    const name = /^[\w][\w.-]*$/.test(facts.name)
      ? `models/Diffusion_Transformer/${facts.name}`
      : fill('models/Diffusion_Transformer/your-model')
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${name}`,
      sh`${comment('opens at port 7860, for the whole network')}`,
      sh`python ${`examples/${application}/app.py`}`,
    ])
    return {
      drafts: [{ id: 'app', title: 'Fetch the model and open its application', code }],
      notes: [{ code: 'gpu-required', text: 'It needs an NVIDIA graphics card.' }],
    }
  },
})

function applicationOf({ name }: ModelFacts): (typeof applications)[number]['folder'] | null {
  return applications.find(({ pattern }) => pattern.test(name))?.folder ?? null
}
