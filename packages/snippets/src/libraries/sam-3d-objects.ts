import { fill, py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The configuration references files next to it, so the folder is downloaded. @see https://github.com/facebookresearch/sam-3d-objects — API of
 * November 2025
 */
export const library = defineLibrary({
  id: 'sam-3d-objects',
  label: 'SAM 3D Objects',
  repo: 'https://github.com/facebookresearch/sam-3d-objects',
  filter: false,
  downloads: path('checkpoints/pipeline.yaml'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    python: ['huggingface_hub<1'],
    checkout: { url: 'https://github.com/facebookresearch/sam-3d-objects', editable: '.[p3d,inference]' },
  }),
  snippets(facts, target) {
    const code = py`
      import sys

      from huggingface_hub import snapshot_download

      sys.path.append("notebook")  # a folder of the checkout
      from inference import Inference, load_image, load_mask

      path = snapshot_download(${facts.id}, allow_patterns=["checkpoints/*"]${pythonRevision(target)})
      inference = Inference(f"{path}/checkpoints/pipeline.yaml", compile=False)
      image = load_image(${fill('your-image.png')})
      mask = load_mask(${fill('your-mask.png')})  # what to rebuild
      output = inference(image, mask, seed=42)
      output["gs"].save_ply("output.ply")
    `
    return {
      drafts: [{ id: 'rebuild', title: 'Rebuild a thing of a picture in 3D', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'It runs on Linux with an NVIDIA GPU of 32 GB or more, inside a conda environment.' },
        {
          code: 'install-from-source',
          text: 'Wheels of PyTorch3D and Kaolin come from indexes of their own: doc/setup.md of the checkout says which ones to set.',
        },
      ],
    }
  },
})
