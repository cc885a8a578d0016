import { fill, py, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/3DTopia/3DTopia-XL — its main branch */
export const library = defineLibrary({
  id: '3dtopia-xl',
  label: '3DTopia-XL',
  repo: 'https://github.com/3DTopia/3DTopia-XL',
  filter: false,
  downloads: path('model_vae_fp16.pt'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/3DTopia/3DTopia-XL.git
      cd 3DTopia-XL
      pip install -r requirements.txt
      bash install.sh
    `,
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const code = py`
      import subprocess
      import sys

      from huggingface_hub import hf_hub_download
      from omegaconf import OmegaConf

      config = OmegaConf.load("configs/inference_dit.yml")
      config.checkpoint_path = hf_hub_download(${facts.id}, "model_sview_dit_fp16.pt"${pythonRevision(target)})
      config.model.vae_checkpoint_path = hf_hub_download(${facts.id}, "model_vae_fp16.pt"${pythonRevision(target)})
      config.inference.input_dir = ${fill('your-folder-of-pictures')}
      OmegaConf.save(config, "inference.yml")
      subprocess.run([sys.executable, "inference.py", "inference.yml"], check=True)
    `
    return {
      drafts: [{ id: 'generate', title: 'Make shapes of the pictures in a folder', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'It renders on an NVIDIA graphics card.' }],
    }
  },
})
