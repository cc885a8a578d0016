import { type Block, fill, lines, sh, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

interface Family {
  readonly name: RegExp
  readonly command: Block
  /** How an image is used as input: to edit it by an instruction, or to upscale it. The others generate one. */
  readonly picture?: { readonly use: 'edit' | 'enlarge'; readonly option: Block }
}

/** Each model family has a command. Matched against the names of base models and of the model, more specific ones first. */
const families: readonly Family[] = [
  { name: /seedvr-?2/, command: sh`mflux-upscale-seedvr2`, picture: { use: 'enlarge', option: sh`--image-path` } },
  { name: /kontext/, command: sh`mflux-generate-kontext`, picture: { use: 'edit', option: sh`--image` } },
  { name: /qwen-image-edit|qwen-edit/, command: sh`mflux-generate-qwen-edit`, picture: { use: 'edit', option: sh`--image-paths` } },
  { name: /qwen-image-2\.1/, command: sh`mflux-generate-qwen-2.1` },
  { name: /qwen-image/, command: sh`mflux-generate-qwen` },
  { name: /z-?image-turbo/, command: sh`mflux-generate-z-image-turbo` },
  { name: /z-?image/, command: sh`mflux-generate-z-image` },
  { name: /flux\.?-?2|klein/, command: sh`mflux-generate-flux2` },
  { name: /krea-?2/, command: sh`mflux-generate-krea2` },
  { name: /fibo-?2/, command: sh`mflux-generate-fibo2` },
  { name: /fibo/, command: sh`mflux-generate-fibo` },
  { name: /ernie-image-turbo/, command: sh`mflux-generate-ernie-image-turbo` },
  { name: /ernie-image/, command: sh`mflux-generate-ernie-image` },
  { name: /ideogram-?4/, command: sh`mflux-generate-ideogram4` },
  { name: /krea/, command: sh`mflux-generate --base-model krea-dev` },
  { name: /schnell/, command: sh`mflux-generate --base-model schnell` },
  { name: /flux/, command: sh`mflux-generate --base-model dev` },
]

/** @see https://github.com/filipstrand/mflux — release 0.24 */
export const library = defineLibrary({
  id: 'mflux',
  label: 'mflux',
  repo: 'https://github.com/filipstrand/mflux',
  filter: false,
  downloads: ext('safetensors'),
  names: { pypi: ['mflux', 'huggingface_hub'] },
  install: () => ({ python: ['mflux'] }),
  snippets(facts, target) {
    const family = familyOf(facts)
    const notes: Note[] = [
      { code: 'platform', text: 'It runs on Apple silicon, and on Linux with an NVIDIA graphics card.' },
      ...(family === undefined
        ? [
            {
              code: 'type-unknown' as const,
              text: 'Neither the name nor a base model tells the family of the model: FLUX.1 dev is taken. Each family has a command of its own.',
            },
          ]
        : []),
    ]
    const { command, picture } = family ?? unknownFamily
    const { fetch, source } = folderOrId(facts, target)
    const code = lines('shell', [
      shellEndpoint(target),
      fetch,
      sh`${command} --model ${source}${picture && sh` ${picture.option} ${fill('your-image.jpg')}`}${when(
        picture?.use !== 'enlarge',
        sh` --prompt ${facts.widgetText ?? prompts[picture?.use === 'edit' ? 'edit' : 'draw']}`,
      )} --output image.png`,
    ])
    const use = picture?.use ?? 'draw'
    return { drafts: [{ id: use, title: titles[use], code }], notes }
  },
})

const unknownFamily: Family = { name: /^/, command: sh`mflux-generate --base-model dev` }

const titles = { draw: 'Draw a picture', edit: 'Change a picture', enlarge: 'Make a picture larger' } as const
const prompts = {
  draw: 'A lighthouse on a rocky coast in the evening, oil on canvas',
  edit: 'Make it evening, with a lantern in the window',
} as const

function familyOf(facts: ModelFacts): Family | undefined {
  for (const name of [...facts.baseModels, facts.name]) {
    const found = families.find((family) => family.name.test(name.toLowerCase()))
    if (found) return found
  }
  return undefined
}

/** Commands accept no revision: to pin one, a folder is downloaded, whose name still contains the model's size. */
function folderOrId(facts: ModelFacts, target: Target): { readonly fetch: Block | undefined; readonly source: string } {
  if (revisionOf(target) === null) return { fetch: undefined, source: facts.id }
  const source = `./${facts.name}`
  return { fetch: sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${source}`, source }
}
