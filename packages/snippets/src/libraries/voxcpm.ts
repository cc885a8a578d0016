import { lines, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://github.com/OpenBMB/VoxCPM — API of release 2.0 */
export const library = defineLibrary({
  id: 'voxcpm',
  label: 'VoxCPM',
  repo: 'https://github.com/OpenBMB/VoxCPM',
  filter: false,
  downloads: 'default',
  names: { pypi: ['voxcpm'] },
  install: () => ({ python: ['voxcpm', 'soundfile'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [py`import soundfile as sf`, imports, py`from voxcpm import VoxCPM`])}

      ${lines('python', [fetch, py`model = VoxCPM.from_pretrained(${source}${when(target.device !== 'auto', py`, device=${target.device}`)})`])}
      wav = model.generate(
          text=${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'},
          prompt_wav_path=None,
          prompt_text=None,
          cfg_value=2.0,
          inference_timesteps=10,
          normalize=True,
          denoise=True,
          retry_badcase=True,
          retry_badcase_max_times=3,
          retry_badcase_ratio_threshold=6.0,
      )
      sf.write("output.wav", wav, model.tts_model.sample_rate)
    `
    return {
      drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'What cleans recordings is loaded from ModelScope; from_pretrained leaves it out with load_denoiser=False.',
        },
      ],
    }
  },
})
