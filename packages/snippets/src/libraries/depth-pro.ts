import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** It reads checkpoints/depth_pro.pt unless a configuration names another file. @see https://github.com/apple/ml-depth-pro */
export const library = defineLibrary({
  id: 'depth-pro',
  label: 'Depth Pro',
  repo: 'https://github.com/apple/ml-depth-pro',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/apple/ml-depth-pro.git', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pt').find((name) => !name.startsWith('-')) ?? 'depth_pro.pt'
    const code = py`
      from dataclasses import replace

      import depth_pro
      from depth_pro.depth_pro import DEFAULT_MONODEPTH_CONFIG_DICT
      from huggingface_hub import hf_hub_download

      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      config = replace(DEFAULT_MONODEPTH_CONFIG_DICT, checkpoint_uri=path)
      model, transform = depth_pro.create_model_and_transforms(config=config)
      model.eval()

      image, _, f_px = depth_pro.load_rgb(${fill('your-image.jpg')})
      prediction = model.infer(transform(image), f_px=f_px)
      print(prediction["depth"])  # in metres
      print(prediction["focallength_px"])  # in pixels
    `
    return {
      drafts: [{ id: 'depth', title: 'Estimate the depth of a picture, in metres', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' }],
    }
  },
})
