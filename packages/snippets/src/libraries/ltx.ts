import { type Block, fill, lines, sh, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

const prompt = 'Waves roll onto a pebble beach, gulls cry, the light is low'
const isNewest = /ltx[-_]?2\.5/i

/**
 * Release 2.5 keeps its parts in separate files, 2.3 in one; adapters are applied to a base model that is downloaded as well.
 * @see https://github.com/Lightricks/LTX-2 — packages/ltx-pipelines
 */
export const library = defineLibrary({
  id: 'ltx',
  label: 'LTX-2',
  repo: 'https://github.com/Lightricks/LTX-2',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  snippets(facts, target) {
    const newest = [facts.id, ...facts.tags, ...facts.baseModels].some((text) => isNewest.test(text))
    return {
      drafts: newest ? release25(facts, target) : release23(facts, target),
      notes: [
        {
          code: 'gpu-required',
          text: 'It needs an NVIDIA graphics card with much memory; --offload cpu or disk needs less, and takes longer.',
        },
        { code: 'file-missing', text: 'File names are those that its makers use. Compare them with the files of this repository.' },
      ],
    }
  },
})

/** The download folder: a word that is not an option and does not lead above the current folder. */
function folderOf(facts: ModelFacts): string {
  const name = facts.name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+/g, '')
  return `models/${name === '' ? 'model' : name}`
}

function checkout(extra: Block): Draft {
  return {
    id: 'install',
    title: 'Get the code, and work in its folder',
    code: sh`
      git clone https://github.com/Lightricks/LTX-2.git
      cd LTX-2
      uv sync ${extra}
    `,
  }
}

function fetched(target: Target, commands: readonly Block[]): Draft {
  return { id: 'download', title: 'Download the weights', code: lines('shell', [shellEndpoint(target), ...commands]) }
}

function run(id: string, title: string, module: Block, settings: readonly Block[], hint = true): Draft {
  const continued = settings.reduce<Block>(
    (all, each) => sh`
      ${all} \
          ${each}
    `,
    sh`uv run python -m ltx_pipelines.${module}`,
  )
  return {
    id,
    title,
    code: lines('shell', [when(hint, sh`# to start from a picture, add: --image your-image.png 0 0.8`), continued]),
  }
}

function release23(facts: ModelFacts, target: Target): Draft[] {
  const folder = folderOf(facts)
  const gemma = 'models/gemma-3-12b'
  const adapter = facts.tags.has('ic-lora') || facts.tags.has('lora')
  const base = adapter ? 'models/LTX-2.3' : folder
  const shared = [
    sh`--spatial-upsampler-path ${`${base}/ltx-2.3-spatial-upscaler-x2-1.0.safetensors`}`,
    sh`--gemma-root ${gemma}`,
    sh`--prompt ${facts.widgetText ?? prompt}`,
    sh`--output-path output.mp4`,
  ]
  const lora = sh`--lora ${fill(`${folder}/your-weights.safetensors`)} 1.0`
  const distilled = `${base}/ltx-2.3-22b-distilled.safetensors`
  const full = [
    sh`--checkpoint-path ${`${base}/ltx-2.3-22b-dev.safetensors`}`,
    sh`--distilled-lora ${`${base}/ltx-2.3-22b-distilled-lora-384.safetensors`} 0.8`,
  ]
  const first = [
    checkout(sh`--frozen`),
    fetched(target, [
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${folder}`,
      ...(adapter ? [sh`hf download Lightricks/LTX-2.3 --local-dir models/LTX-2.3`] : []),
      sh`hf download google/gemma-3-12b-it-qat-q4_0-unquantized --local-dir ${gemma}`,
    ]),
  ]
  if (facts.tags.has('ic-lora'))
    return [
      ...first,
      run(
        'ic-lora',
        'Change a video with the adapter',
        sh`ic_lora`,
        [sh`--distilled-checkpoint-path ${distilled}`, lora, sh`--video-conditioning ${fill('reference.mp4')} 1.0`, ...shared],
        false,
      ),
    ]
  if (facts.tags.has('lora'))
    return [...first, run('two-stages', 'Make a video with the adapter', sh`ti2vid_two_stages_hq`, [...full, lora, ...shared])]
  return [
    ...first,
    run('distilled', 'Make a video, the quick way', sh`distilled`, [sh`--distilled-checkpoint-path ${distilled}`, ...shared]),
    run('two-stages', 'Or in the best quality', sh`ti2vid_two_stages_hq`, [...full, ...shared]),
  ]
}

function release25(facts: ModelFacts, target: Target): Draft[] {
  const folder = folderOf(facts)
  const adapter = facts.tags.has('ic-lora') || facts.tags.has('lora')
  const base = adapter ? 'models/LTX-2.5' : folder
  const part = (name: string) => fill(`${base}/${name}.safetensors`)
  const parts = [
    sh`--transformer-path ${part('transformer')}`,
    sh`--text-encoder-path ${part('text-encoder')}`,
    sh`--video-vae-path ${part('video-vae')}`,
    sh`--audio-vae-path ${part('audio-vae')}`,
    sh`--spatial-upsampler-path ${part('spatial-upsampler')}`,
  ]
  const rest = [sh`--prompt ${facts.widgetText ?? prompt}`, sh`--output-path output.mp4`]
  const lora = sh`--lora ${fill(`${folder}/your-weights.safetensors`)} 1.0`
  const first = [
    checkout(sh`--extra natten`),
    fetched(target, [
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${folder}`,
      ...(adapter
        ? [sh`hf download Lightricks/LTX-2.5 --local-dir models/LTX-2.5`]
        : [sh`hf download Lightricks/LTX-2.5-22b-IC-LoRA-Pixel-Spatial-Upscaler --local-dir models/detailing`]),
    ]),
  ]
  if (facts.tags.has('ic-lora'))
    return [
      ...first,
      run(
        'ic-lora',
        'Change a video with the adapter',
        sh`ic_lora`,
        [...parts, lora, sh`--video-conditioning ${fill('reference.mp4')} 1.0`, ...rest],
        false,
      ),
    ]
  if (facts.tags.has('lora')) return [...first, run('distilled', 'Make a video with the adapter', sh`distilled`, [...parts, lora, ...rest])]
  return [
    ...first,
    run('distilled', 'Make a video', sh`distilled`, [...parts, sh`--num-frames 121`, ...rest]),
    run('detailed', 'Or at 1920 × 1088, with details painted in (3840 × 2176 works too)', sh`dfr_pipeline`, [
      ...parts,
      sh`--detailing-lora ${fill('models/detailing/your-weights.safetensors')}`,
      sh`--spatial-upscalings 1`,
      sh`--temporal-upscalings 1`,
      sh`--height 1088`,
      sh`--width 1920`,
      sh`--num-frames 121`,
      ...rest,
    ]),
  ]
}
