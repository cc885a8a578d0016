import { fill, identifier, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * `AutoModel` returns nothing for a repository without the tag BEN2; the class it otherwise returns uses the hub's mixin, which accepts a revision.
 * @see https://github.com/PramaLLC/BEN2 — its main branch
 */
export const library = defineLibrary({
  id: 'ben2',
  label: 'BEN2',
  repo: 'https://github.com/PramaLLC/BEN2',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/PramaLLC/BEN2.git', 'pillow'] }),
  snippets(facts, target) {
    const model = identifier(facts.tags.has('BEN2') ? 'AutoModel' : 'BEN_Base')
    const code = py`
      import torch
      from ben2 import ${model}
      from PIL import Image

      device = "cuda" if torch.cuda.is_available() else "cpu"
      model = ${model}.from_pretrained(${facts.id}${pythonRevision(target)})
      model.to(device).eval()

      image = Image.open(${fill('your-image.jpg')})
      foreground = model.inference(image)
      foreground.save("foreground.png")
    `
    return { drafts: [{ id: 'cut', title: 'Take the background away', code: pythonBlock(target, code) }] }
  },
})
