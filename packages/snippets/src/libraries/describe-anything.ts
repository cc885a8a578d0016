import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * The class takes the two crops by name, joined with a plus; `focal_prompt` exists only in the project's command line. It calls `.cuda()`.
 * @see https://github.com/NVlabs/describe-anything — API of its main branch
 */
export const library = defineLibrary({
  id: 'describe-anything',
  label: 'Describe Anything',
  repo: 'https://github.com/NVlabs/describe-anything',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/NVlabs/describe-anything', 'huggingface_hub', 'pillow'] }),
  snippets(facts, target) {
    const code = py`
      from dam import DescribeAnythingModel
      from huggingface_hub import snapshot_download
      from PIL import Image

      ${pythonSnapshot(facts, target)}
      model = DescribeAnythingModel(model_path=path, conv_mode="v1", prompt_mode="full+focal_crop").to("cuda")
      image = Image.open(${fill('your-image.jpg')}).convert("RGB")
      mask = Image.open(${fill('your-mask.png')}).convert("L")  # white where the region is
      print(model.get_description(image, mask, "<image>\nWhat is to be seen in the marked region?"))
    `
    return {
      drafts: [{ id: 'describe', title: 'Describe a region of a picture', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'It runs on an NVIDIA GPU only.' }],
    }
  },
})
