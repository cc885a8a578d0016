import { lines, py, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The factories accept paths. @see https://github.com/genmoai/models — its main branch */
export const library = defineLibrary({
  id: 'genmo',
  label: 'Genmo',
  repo: 'https://github.com/genmoai/models',
  filter: false,
  downloads: path('vae_stats.json'),
  names: { none: 'Its makers publish it in their repository only.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/genmoai/models.git
      cd models
      pip install setuptools
      pip install -e . --no-build-isolation
    `,
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const revision = pythonRevision(target)
    const code = py`
      from genmo.lib.utils import save_video
      from genmo.mochi_preview.pipelines import DecoderModelFactory, DitModelFactory, MochiSingleGPUPipeline, T5ModelFactory, linear_quadratic_schedule
      from huggingface_hub import hf_hub_download

      ${lines('python', [
        py`transformer = hf_hub_download(${facts.id}, "dit.safetensors"${revision})`,
        py`decoder = hf_hub_download(${facts.id}, "decoder.safetensors"${revision})`,
      ])}
      pipeline = MochiSingleGPUPipeline(
          text_encoder_factory=T5ModelFactory(),
          dit_factory=DitModelFactory(model_path=transformer, model_dtype="bf16"),
          decoder_factory=DecoderModelFactory(model_path=decoder),
          cpu_offload=True,
          decode_type="tiled_spatial",
      )
      video = pipeline(
          prompt=${facts.widgetText ?? 'A lighthouse on a rocky coast in the evening, slow flight around it'},
          negative_prompt="",
          height=480,
          width=848,
          num_frames=31,
          num_inference_steps=64,
          sigma_schedule=linear_quadratic_schedule(64, 0.025),
          cfg_schedule=[6.0] * 64,
          batch_cfg=False,
          seed=42,
      )
      save_video(video[0], "output.mp4")
    `
    return {
      drafts: [{ id: 'video', title: 'Make a video', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card, of 60 GB unless it is run with less speed, and ffmpeg.' },
        { code: 'fixed-model', text: 'Texts are read by google/t5-v1_1-xxl: that has to be on this hub too.' },
      ],
    }
  },
})
