import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The class has the hub's mixin, which takes a revision. @see https://github.com/PramaLLC/BEN2 */
export const library = defineLibrary({
  id: 'ben2',
  label: 'BEN2',
  repo: 'https://github.com/PramaLLC/BEN2',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/PramaLLC/BEN2.git', 'pillow'] }),
  snippets(facts, target) {
    const code = py`
      import torch
      from ben2 import AutoModel
      from PIL import Image

      device = "cuda" if torch.cuda.is_available() else "cpu"
      model = AutoModel.from_pretrained(${facts.id}${pythonRevision(target)})
      model.to(device).eval()

      image = Image.open(${fill('your-image.jpg')})
      foreground = model.inference(image)
      foreground.save("foreground.png")
    `
    return { drafts: [{ id: 'cut', title: 'Take the background away', code: pythonBlock(target, code) }] }
  },
})
