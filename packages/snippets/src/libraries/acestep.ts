import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** Given a folder that contains all four parts, the pipeline downloads nothing. @see https://github.com/ace-step/ACE-Step — its main branch */
export const library = defineLibrary({
  id: 'acestep',
  label: 'ACE-Step',
  repo: 'https://github.com/ace-step/ACE-Step',
  filter: false,
  downloads: path('ace_step_transformer/config.json'),
  names: { none: 'Its makers publish it in their repository only.' },
  install: () => ({ python: ['git+https://github.com/ace-step/ACE-Step.git', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      from acestep.pipeline_ace_step import ACEStepPipeline
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      pipeline = ACEStepPipeline(checkpoint_dir=path)
      pipeline(
          prompt=${facts.widgetText ?? 'sea shanty, accordion, slow, male choir'},
          lyrics="[verse]\nThe wind has turned, we sail at dawn",
          audio_duration=30,
          save_path="./song.wav",
      )
    `
    return { drafts: [{ id: 'song', title: 'Make a song', code: pythonBlock(target, code) }] }
  },
})
