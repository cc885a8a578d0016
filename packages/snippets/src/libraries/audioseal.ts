import { type Block, fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/**
 * Files are downloaded first, so that they match the revision. The sample rate is 16 kHz. @see https://github.com/facebookresearch/audioseal — API of
 * release 0.2
 */
export const library = defineLibrary({
  id: 'audioseal',
  label: 'AudioSeal',
  repoName: 'audioseal',
  repo: 'https://github.com/facebookresearch/audioseal',
  filter: false,
  downloads: ext('pth'),
  names: { pypi: ['audioseal', 'huggingface_hub'] },
  install: () => ({ python: ['audioseal', 'huggingface_hub', 'librosa', 'soundfile'] }),
  snippets(facts, target) {
    const generator = fileOf(facts, 'generator')
    const detector = fileOf(facts, 'detector')
    const mark = py`
      import librosa
      import soundfile
      import torch
      from audioseal import AudioSeal
      from huggingface_hub import hf_hub_download

      ${download(facts, target, generator ?? 'generator_base.pth')}
      model = AudioSeal.load_generator(path, nbits=16)

      wav, _ = librosa.load(${fill('your-audio.wav')}, sr=16000)
      wav = torch.from_numpy(wav)[None, None]  # batch, channels, samples
      watermarked = wav + model.get_watermark(wav, 16000)
      soundfile.write("watermarked.wav", watermarked[0, 0].detach().numpy(), 16000)
    `
    const detect = py`
      import librosa
      import torch
      from audioseal import AudioSeal
      from huggingface_hub import hf_hub_download

      ${download(facts, target, detector ?? 'detector_base.pth')}
      detector = AudioSeal.load_detector(path, nbits=16)

      wav, _ = librosa.load("watermarked.wav", sr=16000)
      result, message = detector.detect_watermark(torch.from_numpy(wav)[None, None], 16000)
      print(result, message)
    `
    const notes: Note[] = [
      { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
      ...(generator === undefined || detector === undefined
        ? [{ code: 'file-missing' as const, text: 'The files of this revision are not known: the names in the code are the usual ones.' }]
        : []),
    ]
    return {
      drafts: [
        { id: 'watermark', title: 'Put a watermark into a recording', code: pythonBlock(target, mark) },
        { id: 'detect', title: 'Then find it again', code: pythonBlock(target, detect) },
      ],
      notes,
    }
  },
})

function fileOf(facts: ModelFacts, part: string): string | undefined {
  return filesEnding(facts, '.pth').find((name) => !name.startsWith('-') && name.includes(part))
}

function download(facts: ModelFacts, target: Target, file: string): Block {
  return py`path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})`
}
