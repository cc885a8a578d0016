import { fill, py } from '../code/index.ts'
import { allOf, ext, folder } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * One ViT-B/16 model per year, which OpenCLIP loads from a file. @see https://github.com/apple/ml-tic-clip — API of release 3.3 of open_clip_torch
 */
export const library = defineLibrary({
  id: 'tic-clip',
  label: 'TiC-CLIP',
  repo: 'https://github.com/apple/ml-tic-clip',
  filter: false,
  downloads: allOf(ext('pt'), folder('checkpoints/')),
  names: { pypi: ['open_clip_torch', 'huggingface_hub'] },
  install: () => ({ python: ['open_clip_torch', 'huggingface_hub', 'pillow'] }),
  snippets(facts, target) {
    // Files are named after years: the last one is the newest.
    const file = filesEnding(facts, '.pt').findLast((name) => name.startsWith('checkpoints/'))
    const code = py`
      import open_clip
      import torch
      from huggingface_hub import hf_hub_download
      from PIL import Image

      path = hf_hub_download(${facts.id}, ${file ?? fill('checkpoints/2016.pt')}${pythonRevision(target)})
      model, _, preprocess = open_clip.create_model_and_transforms("ViT-B-16", pretrained=path)
      tokenizer = open_clip.get_tokenizer("ViT-B-16")
      model.eval()

      image = preprocess(Image.open(${fill('your-image.jpg')})).unsqueeze(0)
      text = tokenizer(["a ship", "a harbour", "a lighthouse"])
      with torch.no_grad():
          pictures = model.encode_image(image, normalize=True)
          texts = model.encode_text(text, normalize=True)
          print((100.0 * pictures @ texts.T).softmax(dim=-1))
    `
    return {
      drafts: [{ id: 'compare', title: 'Compare a picture with texts', code: pythonBlock(target, code) }],
      notes:
        file === undefined
          ? [{ code: 'file-missing', text: 'No .pt file in checkpoints is known of this revision. Fill in its year.' }]
          : [],
    }
  },
})
