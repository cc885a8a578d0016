import { type DiffusersCase, diffusersCase, diffusersExtras } from '../cases/diffusers-pipeline.ts'
import { type Block, fill, py } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { allOf, anyOf, atRoot, ext, path } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://huggingface.co/docs/diffusers — API of release 0.42 */
export const library = defineLibrary({
  id: 'diffusers',
  label: 'Diffusers',
  repoName: '🤗/diffusers',
  repo: 'https://github.com/huggingface/diffusers',
  docs: 'https://huggingface.co/docs/diffusers',
  filter: true,
  downloads: anyOf(
    path('model_index.json'),
    path('modular_model_index.json'),
    allOf(atRoot, anyOf(ext('safetensors'), ext('ckpt'), ext('bin'))),
  ),
  names: { pypi: ['diffusers'] },
  install: (facts) => ({
    python: ['diffusers', 'transformers', 'accelerate', 'torch', ...diffusersExtras(facts)],
    conda: ['diffusers', 'transformers', 'accelerate', 'pytorch', ...diffusersExtras(facts)],
  }),
  offers: (facts) => facts.tags.has('diffusers'),
  snippets(facts, target) {
    const usesBase = facts.tags.has('controlnet') || facts.tags.has('lora') || facts.tags.has('textual_inversion')
    const notes: Note[] =
      usesBase && facts.baseModel === null
        ? [{ code: 'base-model-missing', text: 'The card does not say which base model this belongs to. Fill it in.' }]
        : []
    return { drafts: [draft(facts, target)], notes }
  },
})

function draft(facts: ModelFacts, target: Target): Draft {
  const { kind, imports, call } = diffusersCase(facts)
  const { classes, code } = load(kind, facts, target)
  const body = py`
    import torch
    ${classes}
    ${imports}

    ${chooseDevice(target)}
    ${code}
    ${call(py`device`)}
  `
  return {
    id: 'pipeline',
    proofId: kind === 'pipeline' ? `pipeline:${facts.task ?? 'none'}` : `pipeline:${kind}`,
    title: 'Run the pipeline',
    code: pythonBlock(target, body),
  }
}

/** Device selection that works wherever the code runs, including Apple's `mps`. */
function chooseDevice(target: Target): Block {
  if (target.device !== 'auto') return py`device = ${target.device}`
  return py`device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"`
}

/** The import, and the lines that create `pipe`. */
function load(kind: DiffusersCase['kind'], facts: ModelFacts, target: Target): { classes: Block; code: Block } {
  const id = facts.id
  const revision = pythonRevision(target)
  const base = facts.baseModel === null ? fill('owner/base-model') : facts.baseModel
  switch (kind) {
    case 'inpaint':
      return {
        classes: py`from diffusers import AutoPipelineForInpainting`,
        code: py`pipe = AutoPipelineForInpainting.from_pretrained(${id}${revision}, dtype=torch.float16).to(device)`,
      }
    case 'controlnet':
      return {
        classes: py`from diffusers import ControlNetModel, StableDiffusionControlNetPipeline`,
        code: py`
          controlnet = ControlNetModel.from_pretrained(${id}${revision})
          pipe = StableDiffusionControlNetPipeline.from_pretrained(${base}, controlnet=controlnet).to(device)
        `,
      }
    case 'lora':
      return {
        classes: py`from diffusers import DiffusionPipeline`,
        code: py`
          pipe = DiffusionPipeline.from_pretrained(${base}, dtype=torch.bfloat16).to(device)
          pipe.load_lora_weights(${id}${revision})
        `,
      }
    case 'textual-inversion':
      return {
        classes: py`from diffusers import DiffusionPipeline`,
        code: py`
          pipe = DiffusionPipeline.from_pretrained(${base}).to(device)
          pipe.load_textual_inversion(${id}${revision})
        `,
      }
    case 'flux-fill':
      return {
        classes: py`from diffusers import FluxFillPipeline`,
        code: py`pipe = FluxFillPipeline.from_pretrained(${id}${revision}, dtype=torch.bfloat16).to(device)`,
      }
    case 'pipeline':
      return {
        classes: py`from diffusers import DiffusionPipeline`,
        // Unconditional pipelines pass their pixels to NumPy, which has no bfloat16.
        code:
          facts.task === 'unconditional-image-generation'
            ? py`pipe = DiffusionPipeline.from_pretrained(${id}${revision}).to(device)`
            : py`pipe = DiffusionPipeline.from_pretrained(${id}${revision}, dtype=torch.bfloat16).to(device)`,
      }
  }
}
