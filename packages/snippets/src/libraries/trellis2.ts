import { fill, lines, py, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://github.com/microsoft/TRELLIS.2 — its main branch */
export const library = defineLibrary({
  id: 'trellis2',
  label: 'TRELLIS.2',
  repo: 'https://github.com/microsoft/TRELLIS.2',
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone --recursive https://github.com/microsoft/TRELLIS.2.git
      cd TRELLIS.2
      . ./setup.sh --new-env --basic --flash-attn --nvdiffrast --nvdiffrec --cumesh --o-voxel --flexgemm
    `,
  }),
  snippets(facts, target) {
    if (facts.files.length > 0 && !facts.files.includes('pipeline.json'))
      return {
        drafts: [],
        notes: [
          { code: 'no-variant', text: 'There is code for whole pipelines; without pipeline.json this is a part of one, such as a LoRA.' },
        ],
      }
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [
        imports,
        py`
          import o_voxel
          from PIL import Image
          from trellis2.pipelines import Trellis2ImageTo3DPipeline
        `,
      ])}

      ${lines('python', [fetch, py`pipeline = Trellis2ImageTo3DPipeline.from_pretrained(${source})`])}
      pipeline.cuda()
      mesh = pipeline.run(Image.open(${fill('your-image.jpg')}), seed=42)[0]
      mesh.simplify(16777216)  # more faces than these are not drawn

      shape = o_voxel.postprocess.to_glb(
          vertices=mesh.vertices,
          faces=mesh.faces,
          attr_volume=mesh.attrs,
          coords=mesh.coords,
          attr_layout=mesh.layout,
          voxel_size=mesh.voxel_size,
          aabb=[[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]],
          remesh=True,
      )
      shape.export("output.glb")
    `
    return {
      drafts: [{ id: 'image', title: 'Make a shape of a picture', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card of 24 GB, and runs on Linux.' },
        {
          code: 'fixed-model',
          text: 'pipeline.json names models of other repositories, which read the picture and cut it out: those have to be on this hub too.',
        },
      ],
    }
  },
})
