import { type Block, fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Folders in which ComfyUI looks for models; the first one found in a repository is downloaded. */
const folders = [
  'checkpoints',
  'diffusion_models',
  'unet',
  'loras',
  'controlnet',
  'vae',
  'text_encoders',
  'clip',
  'clip_vision',
  'style_models',
  'embeddings',
  'upscale_models',
] as const

/**
 * Repositories keep files in folders named like ComfyUI's, often one level deeper. @see https://github.com/comfyanonymous/ComfyUI — its main branch
 */
export const library = defineLibrary({
  id: 'diffusion-single-file',
  label: 'Diffusion Single File',
  repoName: 'diffusion-single-file',
  repo: 'https://github.com/comfyanonymous/ComfyUI',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'The files are for ComfyUI, a program that is run from a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/comfyanonymous/ComfyUI', requirements: 'requirements.txt' },
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const found = fileOf(facts)
    const notes: Note[] = [
      ...(found === null
        ? [{ code: 'file-missing' as const, text: 'No .safetensors file is known of this revision. Fill in its path.' }]
        : []),
      ...(found !== null && found.folder === null
        ? [
            {
              code: 'type-unknown' as const,
              text: 'No folder tells what the file holds. A whole model goes to models/checkpoints; one without text encoder and VAE to models/diffusion_models; a LoRA to models/loras.',
            },
          ]
        : []),
      {
        code: 'input-needed',
        text: 'The workflow says which other files it needs, such as a text encoder and a VAE: fetch those the same way, into the folders of their names.',
      },
    ]
    return { drafts: [{ id: 'run', title: 'Put a file where ComfyUI looks for it, and open it', code: run(found, facts, target) }], notes }
  },
})

interface Found {
  readonly file: string
  readonly folder: (typeof folders)[number] | null
}

function fileOf(facts: ModelFacts): Found | null {
  const files = filesEnding(facts, '.safetensors').filter((file) => !file.startsWith('-'))
  for (const folder of folders) {
    const file = files.find((name) => name.split('/').slice(0, -1).includes(folder))
    if (file !== undefined) return { file, folder }
  }
  return files[0] === undefined ? null : { file: files[0], folder: null }
}

function run(found: Found | null, facts: ModelFacts, target: Target): Block {
  const file = found?.file ?? fill('your-model.safetensors')
  const folder = found?.folder ?? 'checkpoints'
  const revision = shellRevision(target)
  const isPlaced = found !== null && found.file.startsWith(`${folder}/`)
  const isNested = found !== null && found.file.includes('/') && !isPlaced
  return lines('shell', [
    shellEndpoint(target),
    isNested
      ? lines('shell', [
          sh`hf download ${facts.id} ${file}${revision} --local-dir downloaded`,
          sh`mv ${`downloaded/${found.file}`} ${`models/${folder}/`}`,
        ])
      : sh`hf download ${facts.id} ${file}${revision} --local-dir ${isPlaced ? 'models' : `models/${folder}`}`,
    sh`python main.py`,
  ])
}
