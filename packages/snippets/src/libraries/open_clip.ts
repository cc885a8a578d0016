import { fill, lines, py, when } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * A name cannot include a revision: to pin one, the folder with the files is passed. @see https://github.com/mlfoundations/open_clip — API of release
 * 3.3
 */
export const library = defineLibrary({
  id: 'open_clip',
  label: 'OpenCLIP',
  repo: 'https://github.com/mlfoundations/open_clip',
  filter: true,
  downloads: anyOf(
    path('open_clip_model.safetensors'),
    path('model.safetensors'),
    path('open_clip_pytorch_model.bin'),
    path('pytorch_model.bin'),
  ),
  names: { pypi: ['open_clip_torch'] },
  install: () => ({ python: ['open_clip_torch', 'pillow'] }),
  snippets(facts, target) {
    const isPinned = revisionOf(target) !== null
    const code = py`
      ${lines('python', [
        py`
          import open_clip
          import torch
        `,
        when(isPinned, py`from huggingface_hub import snapshot_download`),
        py`from PIL import Image`,
      ])}

      ${lines('python', [
        when(isPinned, pythonSnapshot(facts, target)),
        isPinned ? py`name = "local-dir:" + path` : py`name = ${`hf-hub:${facts.id}`}`,
        py`
          model, preprocess_train, preprocess_val = open_clip.create_model_and_transforms(name)
          tokenizer = open_clip.get_tokenizer(name)
          model.eval()
        `,
      ])}

      image = preprocess_val(Image.open(${fill('your-image.jpg')})).unsqueeze(0)
      text = tokenizer(["a ship", "a harbour", "a lighthouse"])
      with torch.no_grad():
          pictures = model.encode_image(image, normalize=True)
          texts = model.encode_text(text, normalize=True)
          print((100.0 * pictures @ texts.T).softmax(dim=-1))
    `
    return { drafts: [{ id: 'compare', title: 'Compare a picture with texts', code: pythonBlock(target, code) }] }
  },
})
