import { fill, lines, py, when } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

const ffmpeg: Note = { code: 'platform', text: 'Recordings are read by torchcodec, which needs FFmpeg on the machine.' }

/** @see https://github.com/pyannote/pyannote-audio — API of release 4.0 */
export const library = defineLibrary({
  id: 'pyannote-audio',
  label: 'pyannote.audio',
  repoName: 'pyannote-audio',
  repo: 'https://github.com/pyannote/pyannote-audio',
  filter: true,
  downloads: 'default',
  names: { pypi: ['pyannote-audio', 'pyannote-core'] },
  install: () => ({ python: ['pyannote.audio'] }),
  snippets(facts, target) {
    const isPipeline = facts.tags.has('pyannote-audio-pipeline')
    const device = py`torch.device(${target.device})`
    const pinned = target.device !== 'auto'
    const imports = when(pinned, py`import torch`)
    const code = isPipeline
      ? py`
          ${imports}
          from pyannote.audio import Audio, Pipeline
          from pyannote.core import Segment

          pipeline = Pipeline.from_pretrained(${facts.id}${pythonRevision(target)})
          ${when(pinned, py`pipeline.to(${device})`)}
          print(pipeline(${fill('your-audio.wav')}))

          # a part of it: from 2 to 5 seconds
          waveform, sample_rate = Audio().crop(${fill('your-audio.wav')}, Segment(start=2.0, end=5.0))
          print(pipeline({"waveform": waveform, "sample_rate": sample_rate}))
        `
      : py`
          ${imports}
          from pyannote.audio import Inference, Model
          from pyannote.core import Segment

          model = Model.from_pretrained(${facts.id}${pythonRevision(target)})
          ${lines('python', [
            pinned ? py`inference = Inference(model, device=${device})` : py`inference = Inference(model)`,
            py`print(inference(${fill('your-audio.wav')}))`,
          ])}

          # a part of it: from 2 to 5 seconds
          print(inference.crop(${fill('your-audio.wav')}, Segment(start=2.0, end=5.0)))
        `
    return {
      drafts: [
        {
          id: isPipeline ? 'pipeline' : 'model',
          title: isPipeline ? 'Run the pipeline on a recording' : 'Run the model on a recording',
          code: pythonBlock(target, code),
        },
      ],
      notes: [ffmpeg],
    }
  },
})
