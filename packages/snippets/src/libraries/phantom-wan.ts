import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * A repo contains the small model as one file and the large one in parts. @see https://github.com/Phantom-video/Phantom — as its generate.py calls it
 */
export const library = defineLibrary({
  id: 'phantom-wan',
  label: 'Phantom',
  repo: 'https://github.com/Phantom-video/Phantom',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    python: ['huggingface_hub'],
    checkout: { url: 'https://github.com/Phantom-video/Phantom', requirements: 'requirements.txt' },
  }),
  snippets(facts, target) {
    const small = 'Phantom-Wan-1.3B.pth'
    const isSmall = facts.files.length === 0 || facts.files.includes(small)
    const code = py`
      from generate import load_ref_images
      from huggingface_hub import snapshot_download
      from phantom_wan import Phantom_Wan_S2V
      from phantom_wan.configs import SIZE_CONFIGS, WAN_CONFIGS
      from phantom_wan.utils.utils import cache_video

      # the text encoder and the decoder of the pictures are those of Wan 2.1
      base = snapshot_download("Wan-AI/Wan2.1-T2V-1.3B")
      ${pythonSnapshot(facts, target)}
      config = WAN_CONFIGS[${isSmall ? 's2v-1.3B' : 's2v-14B'}]
      size = SIZE_CONFIGS["832*480"]
      model = Phantom_Wan_S2V(config=config, checkpoint_dir=base, phantom_ckpt=${isSmall ? py`f"{path}/Phantom-Wan-1.3B.pth"` : py`path`})
      video = model.generate(
          "A child in a yellow raincoat feeds gulls at the harbour",
          load_ref_images(${fill('your-image.png')}, size),
          size=size,
          frame_num=${isSmall ? 81 : 121},
      )
      cache_video(tensor=video[None], save_file="output.mp4", fps=config.sample_fps, nrow=1, normalize=True, value_range=(-1, 1))
    `
    return {
      drafts: [{ id: 'generate', title: 'Make a video of what a picture shows', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'It runs on an NVIDIA GPU only. The base model has to be on this hub too.' }],
    }
  },
})
