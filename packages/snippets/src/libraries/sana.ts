import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The pipeline accepts a local file; by default, it creates its noise with a generator that only works on CPUs. The values are from its
 * documentation: 1024 pixels, guidance 5, 18 steps. @see https://github.com/NVlabs/Sana
 */
export const library = defineLibrary({
  id: 'sana',
  label: 'Sana',
  repo: 'https://github.com/NVlabs/Sana',
  downloads: ext('pth'),
  names: { none: 'Its makers publish it in their repository only: the sana of PyPI is another project.' },
  install: () => ({ checkout: { url: 'https://github.com/NVlabs/Sana', editable: '.' }, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const [file] = filesEnding(facts, '.pth').filter((name) => !name.startsWith('-'))
    const notes: Note[] = [
      ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .pth file is known of this revision. Fill in its path.' }] : []),
      {
        code: 'input-needed',
        text: 'The configuration has to be the one that the weights were trained with: the README of the checkout pairs them.',
      },
      { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const code = py`
      import torch
      from app.sana_pipeline import SanaPipeline
      from huggingface_hub import hf_hub_download
      from torchvision.utils import save_image

      pipe = SanaPipeline("configs/sana_config/1024ms/Sana_1600M_img1024.yaml")
      pipe.from_pretrained(hf_hub_download(${facts.id}, ${file ?? fill('checkpoints/your-model.pth')}${pythonRevision(target)}))
      image = pipe(
          prompt=${facts.widgetText ?? 'An old sea chart of an imaginary coast, ink on parchment'},
          height=1024,
          width=1024,
          guidance_scale=5.0,
          pag_guidance_scale=2.0,
          num_inference_steps=18,
          generator=torch.Generator(device=pipe.device).manual_seed(42),
      )
      save_image(image, "output.png", nrow=1, normalize=True, value_range=(-1, 1))
    `
    return { drafts: [{ id: 'generate', title: 'Generate a picture', code: pythonBlock(target, code) }], notes }
  },
})
