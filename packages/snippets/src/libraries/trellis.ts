import { type Block, fill, lines, py, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://github.com/microsoft/TRELLIS — its main branch */
export const library = defineLibrary({
  id: 'trellis',
  label: 'Trellis',
  repo: 'https://github.com/microsoft/TRELLIS',
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone --recurse-submodules https://github.com/microsoft/TRELLIS.git
      cd TRELLIS
      . ./setup.sh --new-env --basic --xformers --flash-attn --diffoctreerast --spconv --mipgaussian --kaolin --nvdiffrast
    `,
  }),
  snippets(facts, target) {
    if (!isPipeline(facts))
      return {
        drafts: [],
        notes: [
          {
            code: 'no-variant',
            text: 'There is code for pipelines that make shapes; without pipeline.json this is none. Language models are called Trellis too, after the way they were quantised.',
          },
        ],
      }
    const fromText = facts.task === 'text-to-3d' || /(^|-)text(-|$)/i.test(facts.name)
    return {
      drafts: [
        {
          id: fromText ? 'text' : 'image',
          title: fromText ? 'Make a shape of a description' : 'Make a shape of a picture',
          code: pythonBlock(target, fromText ? describe(facts, target) : show(facts, target)),
        },
      ],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card of 16 GB.' },
        {
          code: 'fixed-model',
          text: fromText
            ? 'Descriptions are read by the model of CLIP that pipeline.json names: that has to be on this hub too.'
            : 'Pictures are read by a DINOv2 that torch.hub fetches from GitHub.',
        },
      ],
    }
  },
})

function isPipeline(facts: ModelFacts): boolean {
  return facts.files.length > 0 ? facts.files.includes('pipeline.json') : facts.task !== 'text-generation'
}

function show(facts: ModelFacts, target: Target): Block {
  const { imports, fetch, source } = pinnedFolder(facts, target)
  return py`
    ${lines('python', [
      imports,
      py`
        from PIL import Image
        from trellis.pipelines import TrellisImageTo3DPipeline
        from trellis.utils import postprocessing_utils
      `,
    ])}

    ${lines('python', [fetch, py`pipeline = TrellisImageTo3DPipeline.from_pretrained(${source})`])}
    pipeline.cuda()
    result = pipeline.run(Image.open(${fill('your-image.jpg')}), seed=42)
    postprocessing_utils.to_glb(result["gaussian"][0], result["mesh"][0]).export("output.glb")
  `
}

function describe(facts: ModelFacts, target: Target): Block {
  const { imports, fetch, source } = pinnedFolder(facts, target)
  return py`
    ${lines('python', [
      imports,
      py`
        from trellis.pipelines import TrellisTextTo3DPipeline
        from trellis.utils import postprocessing_utils
      `,
    ])}

    ${lines('python', [fetch, py`pipeline = TrellisTextTo3DPipeline.from_pretrained(${source})`])}
    pipeline.cuda()
    result = pipeline.run(${facts.widgetText ?? 'A small lighthouse on a rock'}, seed=42)
    postprocessing_utils.to_glb(result["gaussian"][0], result["mesh"][0]).export("output.glb")
  `
}
