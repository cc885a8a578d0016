import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/ZhengPeng7/BiRefNet */
export const library = defineLibrary({
  id: 'birefnet',
  label: 'BiRefNet',
  repo: 'https://github.com/ZhengPeng7/BiRefNet',
  filter: false,
  downloads: 'default',
  names: { pypi: ['transformers'] },
  install: () => ({ python: ['transformers', 'torch', 'torchvision', 'timm', 'kornia', 'einops'] }),
  snippets(facts, target) {
    const revision = pythonRevision(target)
    const withTransformers = py`
      from transformers import AutoModelForImageSegmentation

      model = AutoModelForImageSegmentation.from_pretrained(${facts.id}${revision}, trust_remote_code=True)
      model.eval()
    `
    const fromCheckout = py`
      from models.birefnet import BiRefNet

      model = BiRefNet.from_pretrained(${facts.id}${revision})
      model.eval()
    `
    return {
      drafts: [
        {
          id: 'transformers',
          title: 'Load the model with Transformers',
          code: pythonBlock(target, withTransformers),
          notes: [
            {
              code: 'custom-code',
              text: 'The repository brings code of its own, which runs on your machine. Read it first; pin a commit to keep it from changing.',
            },
          ],
        },
        {
          id: 'checkout',
          title: 'Or with the code of its makers',
          code: pythonBlock(target, fromCheckout),
          notes: [
            { code: 'install-from-source', text: 'This one runs inside a checkout: git clone https://github.com/ZhengPeng7/BiRefNet.git' },
          ],
        },
      ],
    }
  },
})
